// The picture of the board: the next ones are fetched ahead, and one takes the other's place once it can be shown.

import { path, tellState } from "./api.js";
import { language, say } from "./words.js";

const AHEAD = 3;
/** Pictures that are kept; each weighs some kilobytes. */
const KEPT = 40;

/** The address of the picture at the end of a command. */
export const picture = (version) => path(`/states/${version}/picture.svg?theme=auto&lang=${language}`);

export class Board {
  #figure;
  #ready = new Map();
  #wanted = null;

  constructor(figure) {
    this.#figure = figure;
  }

  /** Shows the picture of a frame; resolves once it is there, or another one is wanted. */
  async show(frame, number, next) {
    this.#wanted = frame.version;
    const image = await this.#load(frame.version);
    const words = image ? null : await inWords(frame.version);
    if (this.#wanted !== frame.version) return;
    if (image) image.alt = `${say("board_after", { n: number })}. ${frame.told}`;
    this.#figure.replaceChildren(image ?? words);
    for (const coming of next.slice(0, AHEAD)) this.#load(coming.version);
  }

  /** The picture, once it can be shown; none where it does not come, which is asked for again the next time. */
  #load(version) {
    if (!this.#ready.has(version)) {
      const image = new Image();
      image.src = picture(version);
      const loading = image.decode().then(() => image, () => { this.#ready.delete(version); });
      this.#ready.set(version, loading);
      const [oldest] = this.#ready.keys();
      if (this.#ready.size > KEPT && oldest !== version) this.#ready.delete(oldest);
    }
    return this.#ready.get(version);
  }
}

/** The position in words, where there is no picture of it. */
async function inWords(version) {
  const words = document.createElement("pre");
  words.textContent = `${say("no_picture")}\n\n${await tellState(version).catch(() => "")}`;
  return words;
}
