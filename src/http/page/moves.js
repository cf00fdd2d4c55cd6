// The list of all moves in words. One of them is current; the arrow keys go up and down in it.

import { capital, language, say } from "./words.js";

const clock = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "medium" });

export class Moves {
  #list;
  #current = null;

  constructor(list, choose) {
    this.#list = list;
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) choose(Number(button.dataset.at));
    });
    list.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      choose(Number(this.#current?.dataset.at ?? 0) + step);
      this.#current?.focus();
    });
  }

  get length() {
    return this.#list.children.length;
  }

  /** Adds what is not yet in the list. */
  grow(frames) {
    const from = this.length;
    const fresh = frames.slice(from);
    this.#list.append(...fresh.map((frame, at) => entry(frame, from + at)));
  }

  /** Marks the current move, and brings it into sight within the list. */
  show(at) {
    const button = this.#list.children[at]?.firstElementChild;
    if (!button || button === this.#current) return;
    if (this.#current) {
      this.#current.tabIndex = -1;
      this.#current.removeAttribute("aria-current");
    }
    button.tabIndex = 0;
    button.setAttribute("aria-current", "step");
    this.#current = button;
    const { offsetTop, offsetHeight } = button.parentElement;
    this.#list.scrollTop = offsetTop - this.#list.offsetTop - (this.#list.clientHeight - offsetHeight) / 2;
  }
}

function entry(frame, at) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.tabIndex = -1;
  button.dataset.at = at;
  button.append(part("number", at + 1), part("said", capital(frame.told)));
  for (const mark of frame.marks) button.append(part(`mark ${mark}`, say(mark)));
  button.title = clock.format(new Date(frame.at));
  item.append(button);
  return item;
}

function part(kind, text) {
  const span = document.createElement("span");
  span.className = kind;
  span.textContent = text;
  return span;
}
