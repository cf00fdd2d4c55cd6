use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::table::Table;
use super::told::Told;

/// Clients that play one game all at once, each doing whatever is asked of anybody.
pub(crate) struct Load {
    pub(crate) told: Arc<Told>,
    address: watch::Sender<String>,
    clients: Vec<JoinHandle<()>>,
}

/// Whether the server may vanish under a request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Server {
    Stays,
    MayVanish,
}

impl Load {
    /// So many clients begin.
    pub(crate) fn begin(table: &Table, address: &str, clients: usize, server: Server) -> Load {
        let told = Arc::new(Told::nothing());
        let address = watch::Sender::new(address.to_owned());
        let play = |_| {
            let (table, told, address) = (table.clone(), Arc::clone(&told), address.subscribe());
            tokio::spawn(play(table, told, address, server))
        };
        let clients = (0..clients).map(play).collect();
        Load {
            told,
            address,
            clients,
        }
    }

    /// The server is elsewhere now.
    pub(crate) fn moved(&self, address: &str) {
        self.address.send_replace(address.to_owned());
    }

    /// Ends the clients, after what they have in flight; what they were told.
    pub(crate) async fn end(self) -> Arc<Told> {
        drop(self.address);
        for client in self.clients {
            client.await.expect("a client finds no fault");
        }
        self.told
    }
}

async fn play(table: Table, told: Arc<Told>, mut address: watch::Receiver<String>, server: Server) {
    let mut known = None;
    // The sender goes when the test has seen enough.
    while address.has_changed().is_ok() {
        let here = address.borrow_and_update().clone();
        let sent = if let Some(state) = &known {
            table.step(&here, state).await
        } else {
            let (player, url) = (&table.players[0], table.at(&here, ""));
            player.send(reqwest::Method::GET, &url, None).await
        };
        match sent {
            Ok(answer) if answer.is_away() => known = None,
            Ok(answer) if known.is_none() => {
                let state = answer.expect_status(200).json()["state"].clone();
                told.note_state(&state);
                known = Some(state);
            }
            Ok(answer) => known = Some(told.note(&answer.expect_status(200))),
            Err(error) => {
                assert!(server == Server::MayVanish, "{error:?}");
                known = None;
                if address.wait_for(|now| *now != here).await.is_err() {
                    return;
                }
            }
        }
        if known
            .as_ref()
            .is_some_and(|state| state["phase"] == "ended")
        {
            return;
        }
    }
}
