//! Files of secrets: for their owner alone, and there whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use zeroize::Zeroize;

/// Larger than any list of keys; what is longer is some other file.
const MOST_BYTES: u64 = 64 * 1024;

/// The text of the file, which is made with what `new` gives where there is none.
///
/// # Errors
/// When it cannot be read or made.
pub(crate) fn read_or_create(
    path: &Path,
    new: impl FnOnce() -> io::Result<String>,
) -> io::Result<String> {
    match read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        read => return read,
    }
    let mut text = new()?;
    let made = create(path, &text);
    text.zeroize();
    made?;
    // Whoever came first, its key is the one that counts.
    read(path)
}

/// The text of the file.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    if fs::metadata(path)?.len() > MOST_BYTES {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it is too long for a list of keys",
        ));
    }
    fs::read_to_string(path)
}

/// Keeps other processes from changing files beside this one, until it is dropped.
///
/// # Errors
/// When their folder cannot be locked.
pub(crate) fn lock(path: &Path) -> io::Result<File> {
    let folder = open_folder(path)?;
    folder.lock()?;
    Ok(folder)
}

/// Puts a new text in the place of the file's: whoever reads it finds the old one or the new one.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let beside = beside(path)?;
    let replaced = write_new(&beside, text).and_then(|()| fs::rename(&beside, path));
    if replaced.is_err() {
        let _ = fs::remove_file(&beside);
    }
    replaced?;
    sync_folder(path)
}

/// Writes the file under another name and links it to its own, which fails where somebody else was first.
fn create(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = folder(path) {
        fs::create_dir_all(folder)?;
    }
    let beside = beside(path)?;
    let made = write_new(&beside, text).and_then(|()| fs::hard_link(&beside, path));
    let _ = fs::remove_file(&beside);
    match made {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
        // A key that a power failure takes would leave running games without their dice.
        Ok(()) => sync_folder(path),
    }
}

/// A name beside the file that nobody else uses.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let mut tail = [0; 8];
    getrandom::fill(&mut tail).map_err(io::Error::other)?;
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", hex::encode(tail)));
    Ok(name.into())
}

fn folder(path: &Path) -> Option<&Path> {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
}

fn sync_folder(path: &Path) -> io::Result<()> {
    open_folder(path)?.sync_all()
}

fn open_folder(path: &Path) -> io::Result<File> {
    File::open(folder(path).unwrap_or(Path::new(".")))
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
