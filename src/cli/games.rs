use std::error::Error;

use super::database::Database;
use super::settings::DatabaseArgs;
use crate::dice::Vault;
use crate::play::{Clock, Games};
use crate::proof::Keyring;
use crate::store::Store;

/// The games of a database, brought up to date, with the secret key of this server.
pub(super) async fn open(
    database: &Database,
    args: &DatabaseArgs,
    connections: u32,
) -> Result<Games, Box<dyn Error>> {
    let vault = Vault::open_or_create(&args.key_file())?;
    let store = Store::connect(database.options(), connections);
    store.migrate().await?;
    let clock = Clock::system();
    // After the schema, so that whatever ended before the first key was without seals.
    let keys = Keyring::open_or_create(&args.signing_key_file(), clock.now())?;
    Ok(Games::new(store, vault, keys, clock))
}

/// Does something with the games, and leaves the database as it was found: running or not.
pub(super) fn with_games(
    args: &DatabaseArgs,
    work: impl AsyncFnOnce(&Games) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let database = Database::open(args)?;
    let done = runtime.block_on(async {
        let games = open(&database, args, 2).await?;
        let done = work(&games).await;
        games.store().close().await;
        done
    });
    database.close()?;
    done
}
