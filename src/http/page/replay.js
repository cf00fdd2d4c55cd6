// The replay page: keeps one place in the film, and shows it everywhere.

import { readNames, readState, tellState } from "./api.js";
import { Board } from "./board.js";
import { Film } from "./film.js";
import { Moves } from "./moves.js";
import { Seats, legend } from "./seats.js";
import { copy, downloads, link, linked } from "./share.js";
import { verifiable } from "./verify.js";
import { capital, fill, label, language, say } from "./words.js";

/** Milliseconds that a frame stays at speed 1. */
const BEAT = 1200;

const $ = (id) => document.getElementById(id);

const film = new Film();
const board = new Board($("board"));
const seats = new Seats($("seats"));
const moves = new Moves($("moves"), (at) => { pause(); go(at); });
let here = -1;
let playing = null;

/** Goes to a frame; resolves once its picture is there. */
async function go(at) {
  const to = Math.max(0, Math.min(at, film.frames.length - 1));
  if (to === here) return;
  here = to;
  const frame = film.frames[here];
  $("sentence").textContent = frame.told;
  showPlace();
  moves.show(here);
  await Promise.all([
    board.show(frame, here + 1, film.frames.slice(here + 1)),
    showState(frame),
  ]);
}

function showPlace() {
  const [n, all] = [here + 1, film.frames.length];
  const frame = film.frames[here];
  $("seek").max = all - 1;
  $("seek").value = here;
  $("seek").setAttribute("aria-valuetext", `${say("place", { n, all })}. ${frame.told}`);
  $("place").textContent = say("place", { n, all });
  for (const [id, off] of [["first", n === 1], ["back", n === 1], ["forward", n === all], ["last", n === all]]) {
    $(id).setAttribute("aria-disabled", off);
  }
  for (const button of document.querySelectorAll("#jumps button")) {
    const [of, step] = [button.parentElement.dataset.of, Number(button.dataset.step)];
    button.setAttribute("aria-disabled", film.seek(of, here, step) === null);
  }
  downloads($("downloads"), frame.version, film);
  if (!playing) showLink();
}

let linking;

/** Writes the address of what is shown, once it stays: browsers bear only so many changes of it. */
function showLink() {
  clearTimeout(linking);
  linking = setTimeout(() => history.replaceState(null, "", link(film.frames[here].version)), 150);
}

/** Who is asked, and how the seats stand: from the state, which holds them. */
async function showState({ version }) {
  const [state, words] = await Promise.all([
    readState(version).catch(() => null),
    $("words").open && tellState(version).catch(() => ""),
  ]);
  if (!state || film.frames[here].version !== version) return;
  seats.show(state);
  $("turn").textContent = turn(state);
  $("in-words").textContent = words || "";
}

function turn({ asked, seats: sitting }) {
  const seat = sitting.find(({ chair }) => chair === asked.chair);
  const who = seat && seats.call(seat);
  switch (asked.kind) {
    case "roll": return say("turn_roll", { who: capitalIfFirst(who) });
    case "choice": return say("turn_choice", { who: capitalIfFirst(who) });
    case "colour": return say("turn_colour", { who: capitalIfFirst(who) });
    case "players": return say("turn_players", { n: asked.missing });
    case "start": return say("turn_start");
    case "entropy": return say("turn_entropy");
    default: return say("turn_over");
  }
}

/** English sentences about a turn begin with who it is. */
const capitalIfFirst = (who) => (language === "en" ? capital(who) : who);

async function play() {
  if (playing) return pause();
  if (here === film.frames.length - 1) await go(0);
  const mine = {};
  playing = mine;
  showPlaying();
  while (playing === mine && here < film.frames.length - 1) {
    const speed = Number($("speed").value);
    const beat = new Promise((wake) => { setTimeout(wake, BEAT / speed); });
    await Promise.all([beat, go(here + 1)]);
  }
  if (playing === mine) pause();
}

function pause() {
  if (!playing) return;
  playing = null;
  showPlaying();
  showPlace();
}

function showPlaying() {
  const name = playing ? "pause" : "play";
  label($("play"), say(name));
  $("play").querySelector("use").setAttribute("href", `/assets/icons.svg#${name}`);
  // Somebody who listens could not follow a sentence every half second.
  $("sentence").setAttribute("aria-live", playing && Number($("speed").value) > 1 ? "off" : "polite");
}

function step(by) {
  pause();
  go(here + by);
}

function jump(of, by) {
  const at = film.seek(of, here, by);
  if (at === null) return;
  pause();
  go(at);
}

function faster(by) {
  const select = $("speed");
  select.selectedIndex = Math.max(0, Math.min(select.selectedIndex + by, select.options.length - 1));
  showPlaying();
}

const ends = { first: () => step(-here), last: () => step(film.frames.length) };

function press() {
  $("first").addEventListener("click", ends.first);
  $("back").addEventListener("click", () => step(-1));
  $("play").addEventListener("click", play);
  $("forward").addEventListener("click", () => step(1));
  $("last").addEventListener("click", ends.last);
  $("seek").addEventListener("input", (event) => { pause(); go(Number(event.target.value)); });
  $("speed").addEventListener("change", showPlaying);
  for (const button of document.querySelectorAll("#jumps button")) {
    const [of, by] = [button.parentElement.dataset.of, Number(button.dataset.step)];
    label(button, say(`${of}_${by > 0 ? "next" : "previous"}`));
    button.addEventListener("click", () => jump(of, by));
  }
  $("copy").addEventListener("click", () => copy(link(film.frames[here].version), $("copied")));
  $("help").addEventListener("click", () => $("keys").showModal());
  $("words").addEventListener("toggle", () => showState(film.frames[here]));
  $("letters").checked = localStorage.getItem("letters") !== "off";
  $("letters").addEventListener("change", () => localStorage.setItem("letters", $("letters").checked ? "on" : "off"));
  globalThis.addEventListener("hashchange", () => { if (linked()) { pause(); go(film.at(linked())); } });
  document.addEventListener("keydown", key);
}

const keys = {
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  Home: ends.first,
  End: ends.last,
};

const letters = {
  " ": play,
  c: () => jump("capture", 1),
  C: () => jump("capture", -1),
  g: () => jump("goal", 1),
  G: () => jump("goal", -1),
  p: () => jump("penalty", 1),
  P: () => jump("penalty", -1),
  "+": () => faster(1),
  "-": () => faster(-1),
  "?": () => $("keys").showModal(),
};

function key(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || $("keys").open) return;
  if (event.target.matches("input, select, textarea, pre")) return;
  // A button in focus has the space bar to itself.
  if (event.key === " " && event.target.matches("button, summary, a")) return;
  const act = keys[event.key] ?? ($("letters").checked ? letters[event.key] : null);
  if (!act) return;
  event.preventDefault();
  act();
}

/** Where in the film the captures, goals and penalties are. */
function drawTicks() {
  const all = film.frames.length;
  $("ticks").setAttribute("viewBox", `0 0 ${Math.max(1, all - 1)} 12`);
  const line = (at, mark) => {
    const tick = document.createElementNS("http://www.w3.org/2000/svg", "line");
    const [top, bottom] = { capture: [0, 12], goal: [0, 6], penalty: [8, 12] }[mark];
    for (const [name, value] of Object.entries({ x1: at, x2: at, y1: top, y2: bottom, class: mark })) {
      tick.setAttribute(name, value);
    }
    return tick;
  };
  $("ticks").replaceChildren(...film.frames.flatMap((frame, at) => frame.marks.map((mark) => line(at, mark))));
}

/** What has come is added, and who stands at the end goes along. A long film is shown before the whole of it is here. */
async function grown(more) {
  const atEnd = here >= 0 && here === moves.length - 1;
  moves.grow(film.frames);
  drawTicks();
  showStanding();
  await learnNames();
  if (here < 0) {
    if (more) await open(0);
  } else if (atEnd && !playing) {
    await go(film.frames.length - 1);
  } else {
    showPlace();
  }
}

async function open(at) {
  $("page").hidden = false;
  await go(at);
}

function showStanding() {
  const [{ events: [created] }] = film.frames;
  const dice = say(created.dice === "server" ? "server_dice" : "manual");
  const facts = [say(film.ended ? "ended" : "live"), capital(say(created.preset)), dice];
  $("standing").textContent = facts.join(" · ");
  $("standing").classList.toggle("live", !film.ended);
  if (created.origin?.game) $("standing").append(" · ", origin(created.origin));
}

/** The game that this one goes on from. */
function origin({ game, version }) {
  const anchor = document.createElement("a");
  anchor.href = `/games/${game}?lang=${language}#v=${version}`;
  anchor.textContent = say("origin");
  return anchor;
}

const known = new Set();

async function learnNames() {
  const players = film.events.filter((event) => event.kind === "seated").map((event) => event.player);
  const fresh = players.filter((player) => !known.has(player));
  if (fresh.length === 0) return;
  fresh.forEach((player) => known.add(player));
  seats.names = await readNames([...known]).catch(() => new Map());
}

async function begin() {
  document.documentElement.lang = language;
  fill(document);
  const other = language === "es" ? "en" : "es";
  $("other").textContent = say("other");
  $("other").lang = $("other").hreflang = other;
  legend($("legend"));
  press();
  showPlaying();
  const wanted = linked();
  try {
    await film.read(grown);
  } catch {
    $("failed").textContent = say("failed");
    $("failed").hidden = false;
    return;
  }
  document.title = `Parchís · ${say(film.ended ? "ended" : "running")}`;
  verifiable($("verify"), film, (version) => { pause(); go(film.at(version)); });
  await open(wanted ? film.at(wanted) : film.ended ? 0 : film.frames.length - 1);
  document.body.dataset.ready = "yes";
  film.follow(grown);
}

$("other").addEventListener("click", (event) => {
  // The other language shows the same move.
  const address = new URL(location.href);
  address.searchParams.set("lang", language === "es" ? "en" : "es");
  event.currentTarget.href = address.href;
});

begin();
