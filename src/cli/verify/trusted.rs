use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::proof::{Fingerprint, NamedKey, PublicKey, PublishedKeys, SignedHead, Trust};
use crate::rules::ids::Hex32;

/// Larger than any file of keys or receipts that somebody keeps.
const MOST_BYTES: u64 = 16 << 20;

/// Whom and what the command line says to believe.
pub(super) fn gather(keys: &[String], receipts: &[PathBuf]) -> Result<Trust, Box<dyn Error>> {
    let mut trust = Trust::default();
    for key in keys {
        if let Ok(name) = Hex32::try_from(key.clone()) {
            trust.believe(Fingerprint(name));
            continue;
        }
        let named = |reason: Box<dyn Error>| {
            format!("--key {key} is no fingerprint of 64 hex digits, and as a file: {reason}")
        };
        for key in read(Path::new(key)).and_then(public_keys).map_err(named)? {
            trust.believe_key(key);
        }
    }
    for file in receipts {
        let named = |reason: Box<dyn Error>| format!("--receipt {}: {reason}", file.display());
        for receipt in read(file).and_then(signed_heads).map_err(named)? {
            trust.hold(receipt);
        }
    }
    Ok(trust)
}

/// The JSON values of a file.
fn read(file: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut text = String::new();
    let read = File::open(file)?
        .take(MOST_BYTES)
        .read_to_string(&mut text)?;
    if u64::try_from(read)? == MOST_BYTES {
        return Err("the file is too large".into());
    }
    let values = serde_json::Deserializer::from_str(&text).into_iter();
    Ok(values.collect::<Result<_, _>>()?)
}

/// Keys as a server publishes them, or as a proof holds them, or bare.
fn public_keys(values: Vec<Value>) -> Result<Vec<PublicKey>, Box<dyn Error>> {
    let mut found: Vec<NamedKey> = Vec::new();
    for value in values {
        if let Ok(published) = serde_json::from_value::<PublishedKeys>(value.clone()) {
            let named = published.keys.into_iter().map(|key| NamedKey {
                fingerprint: key.fingerprint,
                public_key: key.public_key,
            });
            found.extend(named);
        } else {
            let key = value.get("key").unwrap_or(&value).clone();
            found.push(serde_json::from_value(key).map_err(|_| "no public keys are in it")?);
        }
    }
    if found.is_empty() || !found.iter().all(NamedKey::is_right) {
        return Err("no public keys are in it, or one has another's fingerprint".into());
    }
    Ok(found.into_iter().map(|key| key.public_key).collect())
}

/// Receipts, bare or in answers to commands.
fn signed_heads(values: Vec<Value>) -> Result<Vec<SignedHead>, Box<dyn Error>> {
    let read = |value: Value| {
        let bare = value.get("receipt").unwrap_or(&value).clone();
        serde_json::from_value(bare).map_err(|error| format!("no receipt: {error}").into())
    };
    let found: Vec<SignedHead> = values
        .into_iter()
        .map(read)
        .collect::<Result<_, Box<dyn Error>>>()?;
    if found.is_empty() {
        return Err("no receipt is in it".into());
    }
    Ok(found)
}
