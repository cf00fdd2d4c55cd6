//! The key file: for its owner alone, and there whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use zeroize::Zeroize;

use super::VaultError;

/// Larger than any list of keys; what is longer is some other file.
const MOST_BYTES: u64 = 64 * 1024;

/// The text of the key file, which is made with a new key where there is none.
///
/// # Errors
/// When it cannot be read or made.
pub(super) fn read_or_create(path: &Path) -> Result<String, VaultError> {
    let failed = |error| VaultError::File {
        path: path.to_owned(),
        error,
    };
    match read(path) {
        Ok(text) => return Ok(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    let mut line = format!("{}\n", hex::encode(bytes));
    let made = create(path, &line);
    bytes.zeroize();
    line.zeroize();
    made.map_err(failed)?;
    // Whoever came first, its key is the one that counts.
    read(path).map_err(failed)
}

fn read(path: &Path) -> io::Result<String> {
    if fs::metadata(path)?.len() > MOST_BYTES {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it is too long for a list of keys",
        ));
    }
    fs::read_to_string(path)
}

/// Writes the file under another name and links it to its own, which fails where somebody else was first.
fn create(path: &Path, line: &str) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        fs::create_dir_all(folder)?;
    }
    let mut tail = [0; 8];
    getrandom::fill(&mut tail).map_err(io::Error::other)?;
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", hex::encode(tail)));
    let made = write_new(Path::new(&name), line).and_then(|()| fs::hard_link(&name, path));
    let _ = fs::remove_file(&name);
    match made {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
        // A key that a power failure takes would leave running games without their dice.
        Ok(()) => File::open(folder.unwrap_or(Path::new(".")))?.sync_all(),
    }
}

fn write_new(path: &Path, line: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(line.as_bytes())?;
    file.sync_all()
}
