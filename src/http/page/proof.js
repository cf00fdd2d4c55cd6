// The proof file: a header, the events with their hashes, the seal, the keys, each a line of JSON.

import { fromHex, sha256, signed, toHex } from "./bytes.js";
import { Wrong, canonical, followChain, headBytes } from "./chain.js";
import { checkDice } from "./dice.js";

const EVENT = /^\{"body":(\{.*\}),"hash":"([0-9a-f]{64})"\}$/;

/**
 * Checks a proof of `game`, given as bytes. The findings are `{ check, outcome, text, values }`, where the outcome is
 * good, bad or unknown.
 *
 * `believed` is the fingerprint one believes, or empty; `shown` are events seen elsewhere, to be compared.
 */
export async function checkProof(bytes, { game, believed, shown, progress }) {
  const file = readFile(bytes, game);
  const { events, head } = await followChain(game, file.entries, progress);
  const findings = [good("chain", "chain_good", { n: events.length, head })];
  if (!["end", "reveal"].includes(events.at(-1).kind)) throw new Wrong("end", { version: events.length });
  findings.push(compare(file.entries, shown));
  findings.push(await dice(game, events, progress));
  const seal = await checkSeal(file, game, events.length, head);
  findings.push(seal, key(file.seal, seal, believed));
  return { findings, seal: file.seal };
}

export const good = (check, text, values = {}) => ({ check, outcome: "good", text, values });
export const bad = (check, text, values = {}) => ({ check, outcome: "bad", text, values });
export const unknown = (check, text, values = {}) => ({ check, outcome: "unknown", text, values });

function readFile(bytes, game) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Wrong("form", { line: 1 });
  }
  const lines = text.split("\n");
  // The last line ends like the others, so nothing stands after it.
  if (lines.pop() !== "") throw new Wrong("due", { line: lines.length + 1 });
  const header = parse(lines[0], 1);
  if (header.format !== "parchis-proof/1") throw new Wrong("header", { line: 1 });
  if (header.game !== game) throw new Wrong("another_game", { line: 1 });
  if (lines.length !== 1 + header.events + 1 + header.keys) throw new Wrong("due", { line: lines.length });
  const entries = lines.slice(1, 1 + header.events).map((line, at) => {
    const [, body, hash] = EVENT.exec(line) ?? [];
    if (!body) throw new Wrong("form", { line: at + 2, version: at + 1 });
    return { body, hash };
  });
  if (entries.length === 0) throw new Wrong("due", { line: 2 });
  const sealLine = header.events + 2;
  const { seal } = parse(lines[sealLine - 1], sealLine);
  const keys = lines.slice(sealLine).map((line, at) => parse(line, sealLine + 1 + at).key);
  if (keys.some((key) => !key)) throw new Wrong("form", { line: sealLine + 1 });
  return { entries, seal, sealLine, keys };
}

/** A line that is written in the one way there is. */
function parse(line, number) {
  try {
    const value = JSON.parse(line);
    if (canonical(value) === line) return value;
  } catch {
    // It is no JSON at all.
  }
  throw new Wrong("form", { line: number });
}

/** Whether the events that somebody was shown are those of the proof. */
function compare(entries, shown) {
  const different = shown.find((event) => canonical(event) !== entries[event.version - 1]?.body);
  return different
    ? bad("shown", "shown_bad", { version: different.version })
    : good("shown", "shown_good");
}

async function dice(game, events, progress) {
  if (events[0].dice !== "server") return unknown("dice", "dice_manual");
  const rolls = await checkDice(game, events, progress);
  return rolls ? good("dice", "dice_good", { n: rolls }) : good("dice", "dice_none");
}

async function checkSeal({ seal, sealLine, keys }, game, version, head) {
  for (const [at, { fingerprint, public_key: publicKey }] of keys.entries()) {
    if (toHex(await sha256(fromHex(publicKey))) !== fingerprint) throw new Wrong("key_name", { line: sealLine + 1 + at });
  }
  if (seal === null) return unknown("seal", "seal_none");
  const wrong = (why) => new Wrong(why, { line: sealLine });
  if (seal.game !== game || seal.version !== version || seal.head !== head) throw wrong("seal_elsewhere");
  const key = keys.find(({ fingerprint }) => fingerprint === seal.key);
  if (!key) throw wrong("seal_key");
  const right = await signed(fromHex(key.public_key), fromHex(seal.signature), headBytes(game, version, head));
  if (right === null) return unknown("seal", "seal_unsupported");
  if (!right) throw wrong("seal");
  return good("seal", "seal_good", { key: seal.key });
}

function key(seal, finding, believed) {
  if (seal === null) return unknown("key", "key_none");
  if (!believed) return unknown("key", "key_unknown", { key: seal.key });
  if (seal.key !== believed) return bad("key", "key_bad", { key: seal.key });
  return finding.outcome === "good" ? good("key", "key_good") : unknown("key", "seal_unsupported");
}
