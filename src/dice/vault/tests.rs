use std::path::PathBuf;
use std::thread;

use super::*;

const FIRST: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const SECOND: &str = "f0e0d0c0b0a090807060504030201000f0e0d0c0b0a090807060504030201000";

fn game(number: u128) -> GameId {
    GameId(uuid::Uuid::from_u128(number))
}

/// A folder that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("parchis-vault-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn opens_what_it_sealed_for_that_game_alone() {
    let vault = Vault::from_hex(FIRST).unwrap();
    let seed = Seed::from_bytes([9; 32]);
    let sealed = vault.seal(game(1), &seed).unwrap();
    assert_eq!(sealed.bytes.len(), NONCE + 32 + 16);
    assert!(vault.open(game(1), &sealed).unwrap() == seed);
    assert!(matches!(
        vault.open(game(2), &sealed),
        Err(VaultError::Broken { .. })
    ));
    assert_ne!(
        vault.seal(game(1), &seed).unwrap().bytes,
        sealed.bytes,
        "each sealing has a nonce of its own"
    );
}

#[test]
fn a_changed_byte_or_a_cut_is_noticed() {
    let vault = Vault::from_hex(FIRST).unwrap();
    let sealed = vault.seal(game(1), &Seed::from_bytes([9; 32])).unwrap();
    for at in 0..sealed.bytes.len() {
        let mut changed = sealed.clone();
        changed.bytes[at] ^= 1;
        assert!(vault.open(game(1), &changed).is_err(), "byte {at}");
        changed.bytes.truncate(at);
        assert!(vault.open(game(1), &changed).is_err(), "cut to {at}");
    }
}

#[test]
fn a_new_key_in_front_still_opens_and_derives_the_old() {
    let old = Vault::from_hex(FIRST).unwrap();
    let both = Vault::from_hex(&format!("{SECOND}\n\n{FIRST}\n")).unwrap();
    let seed = Seed::from_bytes([3; 32]);
    let before = old.seal(game(1), &seed).unwrap();
    let after = both.seal(game(1), &seed).unwrap();
    assert_ne!(before.key_id, after.key_id);
    assert!(both.open(game(1), &before).unwrap() == seed);
    assert!(both.open(game(1), &after).unwrap() == seed);
    assert!(matches!(
        old.open(game(1), &after),
        Err(VaultError::UnknownKey { .. })
    ));
    assert_eq!(old.mac("label", &[b"x"]), both.mac("label", &[b"x"]));
    assert_ne!(
        old.mac("label", &[b"xy", b"z"]),
        old.mac("label", &[b"x", b"yz"])
    );
    assert_ne!(old.mac("label", &[b"x"]), old.mac("other", &[b"x"]));
}

#[test]
fn a_garbled_key_is_refused_without_showing_it() {
    let long = format!("{FIRST}00");
    for text in [
        "",
        "\n \n",
        "abcdef",
        &FIRST.replace("00", "zz"),
        &long,
        &format!("{FIRST}\n{SECOND}x"),
    ] {
        let error = Vault::from_hex(text).unwrap_err();
        let shown = format!("{error} {error:?}");
        assert!(
            !shown.contains("0c0d") && !shown.contains("abcdef"),
            "{shown}"
        );
    }
    let vault = Vault::from_hex(FIRST).unwrap();
    assert!(!format!("{vault:?}").contains("0c0d"));
}

#[test]
fn many_that_make_the_file_at_once_all_get_one_key() {
    let folder = Folder::new("race");
    let path = folder.0.join("deeper/key");
    let codes: Vec<[u8; 32]> = thread::scope(|scope| {
        let all: Vec<_> = (0..16)
            .map(|_| scope.spawn(|| Vault::open_or_create(&path).unwrap().mac("same", &[])))
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(codes.iter().all(|code| *code == codes[0]));
    let names: Vec<_> = std::fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing else is left behind");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(
            std::fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
}

#[test]
fn a_file_that_is_no_key_is_left_as_it_is() {
    let folder = Folder::new("garbled");
    let path = folder.0.join("key");
    for content in ["", "short", "\u{e9}"] {
        std::fs::write(&path, content).unwrap();
        assert!(Vault::open_or_create(&path).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
    }
    std::fs::write(&path, [0xff, 0xfe]).unwrap();
    assert!(matches!(
        Vault::open_or_create(&path),
        Err(VaultError::File { .. })
    ));
    assert!(matches!(
        Vault::open_or_create(&folder.0),
        Err(VaultError::File { .. })
    ));
}
