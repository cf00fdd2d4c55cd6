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

/** Asks. The browser keeps what never changes, and what may it asks for anew, which costs nothing where it has not. */
export async function ask(path, accept = "application/json") {
  const answer = await fetch(path, { headers: { Accept: accept } });
  if (!answer.ok) throw new Refused(answer, await answer.json().catch(() => null));
  return answer;
}

/** The state at the end of a command. */
export const readState = async (version) => (await ask(path(`/states/${version}`))).json();

/** The same in words. */
export const tellState = async (version) =>
  (await ask(path(`/states/${version}?lang=${language}`), "text/plain")).text();

/** The names of players, by their ids; names may change, games never hold them. */
export async function readNames(ids) {
  if (ids.length === 0) return new Map();
  const { players } = await (await ask(`/v1/players?ids=${ids.join(",")}`)).json();
  return new Map(players.map((player) => [player.id, player.name]));
}
