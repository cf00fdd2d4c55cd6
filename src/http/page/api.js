// The public API, as far as the page reads it.

import { language } from "./words.js";

export const game = document.body.dataset.game;
const root = `/v1/games/${game}`;

/** Where something of the game is. */
export const path = (rest = "") => root + rest;

/** An answer that is not the one asked for. */
export class Refused extends Error {
  constructor(answer, problem) {
    super(problem?.title ?? answer.statusText);
    this.status = answer.status;
    this.code = problem?.code;
  }
}

/** Asks; what may have changed is asked for anew, and costs nothing where it has not. */
export async function ask(path, accept = "application/json") {
  const answer = await fetch(path, { headers: { Accept: accept }, cache: "no-cache" });
  if (!answer.ok) throw new Refused(answer, await answer.json().catch(() => null));
  return answer;
}

/** The game now. */
export const readGame = async () => (await ask(path())).json();

/** The state at the end of a command: it never changes, and the browser keeps it. */
export async function readState(version) {
  const answer = await fetch(path(`/states/${version}`), { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Refused(answer);
  return answer.json();
}

/** The state in words. */
export async function tellState(version) {
  const answer = await fetch(path(`/states/${version}?lang=${language}`), { headers: { Accept: "text/plain" } });
  return answer.ok ? answer.text() : "";
}

/** The names of players, by their ids; names may change, games never hold them. */
export async function readNames(ids) {
  if (ids.length === 0) return new Map();
  const { players } = await (await ask(`/v1/players?ids=${ids.join(",")}`)).json();
  return new Map(players.map((player) => [player.id, player.name]));
}
