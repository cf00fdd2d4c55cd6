use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;

/// Whether a process is a living PostgreSQL on this cluster, and not somebody who got its number later.
pub(super) fn serves(pid: i32, cluster: &Path) -> bool {
    let proc = Path::new("/proc").join(pid.to_string());
    if Path::new("/proc/self/cwd").exists() {
        by_proc(&proc, cluster)
    } else {
        by_ps(pid, cluster)
    }
}

/// PostgreSQL works in its data directory; a zombie works nowhere.
fn by_proc(proc: &Path, cluster: &Path) -> bool {
    let named = std::fs::read_to_string(proc.join("comm"))
        .is_ok_and(|name| matches!(name.trim_end(), "postgres" | "postmaster"));
    let (Ok(there), Ok(here)) = (proc.join("cwd").metadata(), cluster.metadata()) else {
        return false;
    };
    named && (there.dev(), there.ino()) == (here.dev(), here.ino())
}

fn by_ps(pid: i32, cluster: &Path) -> bool {
    let said = Command::new("ps")
        .args(["-ww", "-o", "command=", "-p", &pid.to_string()])
        .output();
    let (Ok(said), Some(cluster)) = (said, cluster.to_str()) else {
        return false;
    };
    let line = String::from_utf8_lossy(&said.stdout);
    line.contains("postgres") && line.contains(cluster)
}
