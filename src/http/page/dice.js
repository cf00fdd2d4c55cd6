// The dice `parchis-dice/1`: commitment, promises, transcript, and every roll from the revealed seed.

import { framed, fromHex, hmac, join, number, sha256, toHex, uuid } from "./bytes.js";
import { Wrong } from "./chain.js";

const LABEL = "parchis-dice/1";
/** Bytes from here on would favour some faces, and are skipped. */
const FAIR = 252;

/** Checks the dice of a finished game with server dice; how many rolls there were. */
export async function checkDice(game, events, progress) {
  const created = events[0];
  if (created.derivation !== LABEL) throw new Wrong("derivation", { version: 1 });
  const reveal = events.at(-1);
  if (reveal.kind !== "reveal") throw new Wrong("no_seed", { version: reveal.version });
  const seed = fromHex(reveal.seed);
  const commit = await sha256(join(framed(`${LABEL} commit`), framed(uuid(game)), framed(seed)));
  if (toHex(commit) !== created.commit) throw new Wrong("commit", { version: reveal.version });
  const start = events.find((event) => event.kind === "start");
  const seats = await checkPromises(game, events);
  if (!start) return 0;
  const transcript = await sha256(transcriptBytes(game, commit, seats));
  if (toHex(transcript) !== start.transcript) throw new Wrong("transcript", { version: start.version });
  return checkRolls(await hmac(await keyOf(seed, transcript)), created.rules.dice, events, progress);
}

const keyOf = async (seed, transcript) => (await hmac(seed))(join(framed(`${LABEL} key`), framed(transcript)));

/** Who sits where when play begins, with the entropy of each, which must be the promised one. */
async function checkPromises(game, events) {
  const seats = new Map();
  for (const event of events) {
    if (event.kind === "seated") {
      seats.set(event.chair, { player: event.player, promise: event.entropy_commit, entropy: new Uint8Array() });
    } else if (event.kind === "unseated") {
      seats.delete(event.chair);
    } else if (event.kind === "ready") {
      const seat = seats.get(event.chair);
      const entropy = fromHex(event.entropy);
      const parts = [framed(`${LABEL} entropy`), framed(uuid(game)), framed(uuid(seat?.player ?? "")), framed(entropy)];
      if (toHex(await sha256(join(...parts))) !== seat?.promise) throw new Wrong("promise", { version: event.version });
      seat.entropy = entropy;
    } else if (event.kind === "start") {
      break;
    }
  }
  return [...seats].sort(([one], [other]) => one - other);
}

function transcriptBytes(game, commit, seats) {
  const sitters = seats.map(([chair, { player, entropy }]) =>
    join(number(chair, 1), framed(uuid(player)), framed(entropy)));
  return join(
    framed(`${LABEL} transcript`), framed(uuid(game)), framed(commit), number(seats.length, 1), ...sitters);
}

async function checkRolls(block, dice, events, progress) {
  const rolls = events.filter((event) => event.kind === "roll" || event.kind === "opening_roll");
  for (const [at, roll] of rolls.entries()) {
    if (roll.n !== at + 1) throw new Wrong("order", { version: roll.version });
    const faces = await draw(block, roll.n, dice);
    if (faces.join() !== roll.dice.join()) {
      throw new Wrong("roll", { version: roll.version, n: roll.n, dice: faces.join(" ") });
    }
    await progress(at + 1, rolls.length);
  }
  return rolls.length;
}

/** Roll `n`: so many faces, from as many blocks as they need. */
async function draw(block, n, dice) {
  const faces = [];
  for (let j = 0; faces.length < dice; j += 1) {
    const bytes = await block(join(framed(`${LABEL} roll`), number(n, 8), number(j, 4)));
    faces.push(...Array.from(bytes).filter((byte) => byte < FAIR).map((byte) => (byte % 6) + 1));
  }
  return faces.slice(0, dice);
}
