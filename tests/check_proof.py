#!/usr/bin/env python3
"""Checks proofs, exported games and test vectors of Parchís, from the published description of dice and log alone.

    check_proof.py FILE...           proofs, exports and vectors of dice: every line is checked by what it is
    check_proof.py --chain FILE...   logs of which only the chain and the envelopes are checked

Of an export it checks for each game: canonical bodies, the chain of hashes, the envelopes, the commitment to the seed,
every promise of entropy, the transcript and every roll; of a proof the seal too, by the keys that stand in it, which it
prints to be compared. It knows nothing of the rules of the game.
Needs Python 3.8 and nothing else. Prints one line per file; leaves with 1 at the first fault.
"""

import hashlib
import hmac
import json
import re
import sys
import uuid
from datetime import datetime

ENVELOPE = ("game", "version", "command", "at", "by", "kind")
BY = ("player", "clock", "order", "bot", "server")
AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")
LINE = re.compile(r'\{"body":(\{.*\}),"hash":"([0-9a-f]{64})"\}')
DERIVATION = "parchis-dice/1"


class Fault(Exception):
    """What is wrong, in a sentence."""


def need(condition, message):
    if not condition:
        raise Fault(message)


# --- hashes -----------------------------------------------------------------


def lp(data):
    return len(data).to_bytes(4, "big") + data


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def hmac256(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def uuid_bytes(text):
    value = uuid.UUID(text)
    need(str(value) == text, f"{text!r} is not a plain UUID")
    return value.bytes


def unhex(text, what):
    need(isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text), f"{what} is not 32 bytes in hex")
    return bytes.fromhex(text)


# --- dice -------------------------------------------------------------------


def seed_commit(game, seed):
    return sha256(lp(b"parchis-dice/1 commit"), lp(game), lp(seed))


def entropy_commit(game, player, entropy):
    return sha256(lp(b"parchis-dice/1 entropy"), lp(game), lp(player), lp(entropy))


def transcript(game, commit, seats):
    """`seats`: {chair: (player, entropy or b"")}"""
    parts = [lp(b"parchis-dice/1 transcript"), lp(game), lp(commit), bytes([len(seats)])]
    for chair in sorted(seats):
        player, entropy = seats[chair]
        parts += [bytes([chair]), lp(player), lp(entropy)]
    return sha256(*parts)


def dice_key(seed, t):
    return hmac256(seed, lp(b"parchis-dice/1 key"), lp(t))


def block(key, n, j):
    return hmac256(key, lp(b"parchis-dice/1 roll"), n.to_bytes(8, "big"), j.to_bytes(4, "big"))


def sample(data, dice):
    """The faces that the bytes give, and how many bytes they took."""
    faces = []
    for used, byte in enumerate(data, 1):
        if byte < 252:
            faces.append(byte % 6 + 1)
            if len(faces) == dice:
                return faces, used
    return None, len(data)


def roll(key, n, dice):
    data = b""
    for j in range(2**32):
        data += block(key, n, j)
        faces, _ = sample(data, dice)
        if faces:
            return faces
    raise Fault("no roll in 2^32 blocks")


# --- Ed25519, as RFC 8032 describes it ---------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def point_add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_mul(s, p):
    q = (0, 1, 1, 0)
    while s > 0:
        if s & 1:
            q = point_add(q, p)
        p, s = point_add(p, p), s >> 1
    return q


def same_point(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    need(y < P, "a point that is none")
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    need((x * x - square) % P == 0 and (x or not sign), "a point that is none")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def signed(key, signature, message):
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    need(s < ORDER, "a signature that is none")
    k = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % ORDER
    return same_point(point_mul(s, BASE), point_add(point(r), point_mul(k, point(key))))


# --- canonical form and envelope ----------------------------------------------


def plain(value):
    """Only what a body may hold: ASCII keys, integers under 2^53, no floats."""
    if isinstance(value, dict):
        return all(key.isascii() and plain(member) for key, member in value.items())
    if isinstance(value, list):
        return all(plain(member) for member in value)
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return True
    return isinstance(value, int) and abs(value) < 2**53


def canonical(value):
    # With ASCII keys and integers this is RFC 8785: the same order, the same escapes.
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read_body(text):
    try:
        body = json.loads(text)
    except ValueError as error:
        raise Fault(f"the body is no JSON: {error}") from error
    need(isinstance(body, dict) and plain(body), "the body holds what no body may")
    need(canonical(body) == text, "the body is not canonical")
    for member in ENVELOPE:
        need(member in body, f"the envelope lacks {member}")
    need(type(body["version"]) is int and type(body["command"]) is int, "version and command must be integers")
    need(body["by"] in BY, f"by must be one of {', '.join(BY)}")
    need(isinstance(body["at"], str) and AT.fullmatch(body["at"]), "at is not YYYY-MM-DDTHH:MM:SS.ffffffZ")
    datetime.strptime(body["at"], "%Y-%m-%dT%H:%M:%S.%fZ")
    return body


# --- one game -----------------------------------------------------------------


class Log:
    """The chain and the envelopes of one game, event by event."""

    def __init__(self, game):
        self.game = game
        self.version = 0
        self.head = sha256(lp(b"parchis-event/1 genesis"), lp(uuid_bytes(game)))
        self.last = None

    def event(self, text, body, claimed):
        self.version += 1
        self.head = sha256(lp(b"parchis-event/1"), lp(self.head), lp(text.encode()))
        need(body["version"] == self.version, f"version {self.version} is due, {body['version']} stands there")
        need(self.head.hex() == claimed, "the hash does not follow")
        if self.last is None or body["command"] != self.last["command"]:
            need(body["command"] == self.version, "command is not the version of its first event")
            need(self.last is None or self.last["at"] <= body["at"], "at is before its predecessor's")
        else:
            need(self.last["at"] == body["at"], "one command has two times")
            need(self.last["by"] == body["by"], "one command is by two")
        need((body["kind"] == "created") == (self.version == 1), "created is the first event, and only the first")
        need(self.last is None or self.last["kind"] != "reveal", "nothing follows reveal")
        self.last = body

    def finish(self):
        """All its events were seen."""


class Game(Log):
    """The dice of one game too; they are checked at the end, when the seed is known."""

    def __init__(self, game):
        super().__init__(game)
        self.created = None
        self.seats = {}
        self.promises = {}
        self.transcript = None
        self.started = self.ended = False
        self.seed = None
        self.rolls = []

    def event(self, text, body, claimed):
        super().event(text, body, claimed)
        kind = body["kind"]
        if kind == "created":
            self.created = body
        elif kind == "seated":
            need(not self.started and body["chair"] not in self.seats, "the seat is taken")
            self.seats[body["chair"]] = (uuid_bytes(body["player"]), b"")
            if "entropy_commit" in body:
                self.promises[body["chair"]] = unhex(body["entropy_commit"], "entropy_commit")
        elif kind == "unseated":
            need(not self.started and body["chair"] in self.seats, "the seat is empty")
            del self.seats[body["chair"]]
            self.promises.pop(body["chair"], None)
        elif kind == "ready":
            self.ready(body["chair"], unhex(body["entropy"], "entropy"))
        elif kind == "start":
            need(not self.started and not self.promises, "play began before all promises were kept")
            self.started = True
            self.transcript = body.get("transcript")
        elif kind in ("opening_roll", "roll"):
            need(self.started and not self.ended, "a roll outside the game")
            need(body["n"] == len(self.rolls) + 1, "rolls are not numbered from 1 without gaps")
            need(len(body["dice"]) == self.created["rules"]["dice"], "a roll with a wrong number of dice")
            need(all(1 <= face <= 6 for face in body["dice"]), "a face that no die has")
            self.rolls.append(body["dice"])
        elif kind == "end":
            self.ended = True
        elif kind == "reveal":
            need(self.ended, "the seed is revealed before the end")
            self.seed = unhex(body["seed"], "seed")

    def ready(self, chair, entropy):
        need(chair in self.promises, "entropy that nobody promised, or twice")
        player, _ = self.seats[chair]
        promised = self.promises.pop(chair)
        need(entropy_commit(uuid_bytes(self.game), player, entropy) == promised, "entropy that was not the promised")
        self.seats[chair] = (player, entropy)

    def finish(self):
        if self.created["dice"] == "manual":
            need(self.seed is None and self.transcript is None, "manual dice have neither seed nor transcript")
            need("commit" not in self.created, "manual dice have no commitment")
            return
        need(self.created["dice"] == "server", "dice of unknown origin")
        need(self.created["derivation"] == DERIVATION, "an unknown derivation")
        need(self.seed is not None, "a game with server dice without its seed")
        commit = unhex(self.created["commit"], "commit")
        need(seed_commit(uuid_bytes(self.game), self.seed) == commit, "the seed was not the committed one")
        if self.started:
            t = transcript(uuid_bytes(self.game), commit, self.seats)
            need(t.hex() == self.transcript, "the transcript does not follow")
            key = dice_key(self.seed, t)
            for n, dice in enumerate(self.rolls, 1):
                need(roll(key, n, len(dice)) == dice, f"roll {n} does not follow from the seed")


# --- test vectors ---------------------------------------------------------------


def check_vector(vector):
    need(vector["derivation"] == DERIVATION, "an unknown derivation")
    game, seed = uuid_bytes(vector["game_id"]), unhex(vector["seed"], "seed")
    seats = {}
    for seat in vector["seats"]:
        player, entropy = uuid_bytes(seat["player"]), b""
        if seat["entropy"] is None:
            need(seat["entropy_commit"] is None, "a commitment to nothing")
        else:
            entropy = unhex(seat["entropy"], "entropy")
            need(entropy_commit(game, player, entropy).hex() == seat["entropy_commit"], "a wrong entropy_commit")
        seats[seat["chair"]] = (player, entropy)
    commit = seed_commit(game, seed)
    need(commit.hex() == vector["commit"], "a wrong commit")
    t = transcript(game, commit, seats)
    need(t.hex() == vector["transcript"], "a wrong transcript")
    key = dice_key(seed, t)
    need(key.hex() == vector["key"], "a wrong key")
    for entry in vector["rolls"]:
        need(block(key, entry["n"], 0).hex() == entry["block0"], f"a wrong block of roll {entry['n']}")
        need(roll(key, entry["n"], vector["dice"]) == entry["faces"], f"a wrong roll {entry['n']}")


def check_sampler(vector):
    result = sample(bytes.fromhex(vector["bytes"]), vector["dice"])
    need(result == (vector["faces"], vector["used"]), "a wrong sample")


# --- proofs ---------------------------------------------------------------------


class Proof:
    """What stands around the events of one game: header, seal, keys."""

    def __init__(self, header):
        need(set(header) == {"events", "format", "game", "keys"}, "a header has four members")
        need(header["format"] == "parchis-proof/1", "a proof of an unknown format")
        self.header, self.seal, self.keys = header, None, {}
        self.sealed = False

    def line(self, value, game):
        if "seal" in value:
            need(not self.sealed and game and game.version == self.header["events"], "the seal stands too early")
            self.seal, self.sealed = value["seal"], True
        else:
            need(self.sealed and len(self.keys) < self.header["keys"], "a key too many or too early")
            key = unhex(value["key"]["public_key"], "public_key")
            need(sha256(key).hex() == value["key"]["fingerprint"], "the fingerprint is not the key's")
            need(not self.keys or max(self.keys) < sha256(key).hex(), "keys are not sorted")
            self.keys[sha256(key).hex()] = key

    def finish(self, game):
        need(game.game == self.header["game"], "the proof is another game's")
        need(game.version == self.header["events"], "events are missing")
        need(self.sealed and len(self.keys) == self.header["keys"], "the end of the proof is missing")
        if self.seal:
            seal = self.seal
            need((seal["game"], seal["version"]) == (game.game, game.version), "the seal is over something else")
            need(seal["head"] == game.head.hex(), "the seal is over another head")
            need(seal["key"] in self.keys, "the seal's key is missing")
            message = lp(b"parchis-head/1") + lp(uuid_bytes(game.game)) + game.version.to_bytes(8, "big") + lp(game.head)
            signature = bytes.fromhex(seal["signature"])
            need(len(signature) == 64 and signed(self.keys[seal["key"]], signature, message), "the seal does not hold")


# --- files ------------------------------------------------------------------------


def check_file(path, log_of):
    game, proof, games, vectors, sealed = None, None, 0, 0, set()

    def finish():
        if game:
            game.finish()
        if proof:
            need(game, "a proof without events")
            proof.finish(game)
            if proof.seal:
                sealed.add(proof.seal["key"])

    with open(path, encoding="utf-8", newline="\n") as lines:
        for number, line in enumerate(lines, 1):
            try:
                line = line.rstrip("\n")
                cut = LINE.fullmatch(line)
                if cut:
                    body = read_body(cut[1])
                    if game is None or body["game"] != game.game:
                        if game:
                            finish()
                            proof = None
                        game, games = log_of(body["game"]), games + 1
                    need(proof is None or not proof.sealed, "an event behind the seal")
                    game.event(cut[1], body, cut[2])
                    continue
                value = json.loads(line)
                if "format" in value:
                    finish()
                    game, proof = None, Proof(value)
                elif proof and ("seal" in value or "key" in value):
                    proof.line(value, game)
                else:
                    vectors += 1
                    (check_sampler if "bytes" in value else check_vector)(value)
            except (Fault, KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
                raise Fault(f"{path}, line {number}: {error!s}") from error
    try:
        finish()
    except (Fault, KeyError, TypeError, ValueError) as error:
        raise Fault(f"{path}, at its end: {error!s}") from error
    need(games + vectors, f"{path}: nothing to check")
    by = f", sealed by {', '.join(sorted(sealed))}" if sealed else ""
    return f"{path}: {games} games and {vectors} vectors agree{by}"


def main(arguments):
    log_of = Game
    if arguments[:1] == ["--chain"]:
        log_of, arguments = Log, arguments[1:]
    if not arguments or arguments[0].startswith("-"):
        print(__doc__)
        return 2
    try:
        for path in arguments:
            print(check_file(path, log_of))
    except (Fault, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
