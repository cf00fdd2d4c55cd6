// The chain `parchis-event/1`: every hash covers an event's exact bytes and the hash before.

import { framed, fromHex, join, number, sha256, toHex, uuid } from "./bytes.js";

/** What is wrong, and at which event or line; `why` names a sentence of the page. */
export class Wrong extends Error {
  constructor(why, { version = null, line = null, ...values } = {}) {
    super(why);
    Object.assign(this, { why, version, line, values });
  }
}

/** The one way to write a value (RFC 8785): members sorted, numbers and strings as the language writes them. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

/**
 * Checks entries `{ body, hash }` from the first event on, and gives the events and the head.
 * `progress` is told how far it is, and may be waited for.
 */
export async function followChain(game, entries, progress) {
  let hash = await sha256(join(framed("parchis-event/1 genesis"), framed(uuid(game))));
  const events = [];
  for (const entry of entries) {
    const event = readBody(entry.body, game, events);
    hash = await sha256(join(framed("parchis-event/1"), framed(hash), framed(entry.body)));
    if (toHex(hash) !== entry.hash) throw new Wrong("hash", { version: event.version });
    events.push(event);
    await progress(events.length, entries.length);
  }
  return { events, head: toHex(hash) };
}

/** Reads a body, whose envelope must go on from the events before it. */
function readBody(body, game, events) {
  const version = events.length + 1;
  const before = events.at(-1);
  const wrong = (why) => new Wrong(why, { version });
  let event;
  try {
    event = JSON.parse(body);
  } catch {
    throw wrong("canonical");
  }
  if (canonical(event) !== body) throw wrong("canonical");
  if (event.version !== version) throw wrong("gap");
  if (event.game !== game) throw wrong("another_game");
  const goesOn = before !== undefined && event.command === before.command;
  if (!goesOn && event.command !== version) throw wrong("command");
  if (before && (goesOn ? event.at !== before.at : event.at < before.at)) throw wrong("time");
  return event;
}

/** The bytes that are signed of a game at a version with a head. */
export const headBytes = (game, version, head) =>
  join(framed("parchis-head/1"), framed(uuid(game)), number(version, 8), framed(fromHex(head)));
