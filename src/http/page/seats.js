// Who plays, with colour and mark, whose turn it is, and the places at the end.

import { capital, say } from "./words.js";

export const COLOURS = ["yellow", "blue", "red", "green", "purple", "orange", "turquoise", "magenta"];

/** A piece of a colour with its mark, as on the board. */
export function badge(colour) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", "badge");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `/assets/icons.svg#${colour ?? "none"}`);
  svg.append(use);
  return svg;
}

export class Seats {
  #list;
  #names = new Map();

  constructor(list) {
    this.#list = list;
  }

  /** The players' names, as they are known now. */
  set names(names) {
    this.#names = names;
  }

  /** What to call a seat in a sentence: its colour, and who plays it. */
  call(seat) {
    const name = this.#names.get(seat.player);
    const colour = seat.colour ? say(seat.colour) : say("seat", { n: seat.chair });
    return name ? `${colour} (${name})` : colour;
  }

  /** Shows the seats as they are in a state. */
  show(state) {
    const items = state.seats.map((seat) => this.#item(seat, state));
    this.#list.replaceChildren(...items);
    if (items.length === 0) this.#list.append(line("li", "hint", say("nobody_sits")));
  }

  #item(seat, state) {
    const item = document.createElement("li");
    const facts = [...turn(seat, state), ...standing(seat, state)];
    if (turn(seat, state).length > 0) item.className = "asked";
    const colour = seat.colour ? capital(say(seat.colour)) : capital(say("seat", { n: seat.chair }));
    item.append(
      badge(seat.colour),
      line("strong", "", this.#names.get(seat.player) ?? "…"),
      line("span", "colour", colour),
      line("span", "facts", facts.join(" · ")));
    return item;
  }
}

function turn(seat, { asked }) {
  const what = { roll: "to_roll", choice: "to_choose", colour: "to_colour" }[asked.kind];
  return what && asked.chair === seat.chair ? [say(what)] : [];
}

function standing(seat, state) {
  const place = state.places?.[seat.chair];
  const pieces = state.board?.pieces.filter((piece) => piece.chair === seat.chair) ?? [];
  const points = state.ledger?.[seat.chair];
  const facts = [];
  if (state.outcomes?.[seat.chair] === "won") facts.push(say("won"));
  if (place) facts.push(say("placed", { n: place }));
  if (seat.left) facts.push(say("left"));
  else if (pieces.length > 0) facts.push(say("in_goal", { n: pieces.filter((piece) => piece.place === "g").length }));
  if (typeof points === "number") facts.push(say("points", { n: points }));
  return facts;
}

function line(kind, name, text) {
  const element = document.createElement(kind);
  if (name) element.className = name;
  element.textContent = text;
  return element;
}

/** The marks of all colours, for who does not see them apart. */
export function legend(list) {
  list.replaceChildren(...COLOURS.map((colour) => {
    const item = document.createElement("li");
    item.append(badge(colour), ` ${capital(say(colour))}: ${say(`mark_${colour}`)}`);
    return item;
  }));
}
