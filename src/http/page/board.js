// The picture of the board: the next ones are fetched ahead, and one takes the other's place once it can be shown.

import { path } from "./api.js";
import { language, say } from "./words.js";

const AHEAD = 3;
/** Pictures that are kept; each weighs some kilobytes. */
const KEPT = 40;

/** The address of the picture at the end of a command. */
export const picture = (version, form = "svg") =>
  path(`/states/${version}/picture.${form}?lang=${language}${form === "svg" ? "&theme=auto" : ""}`);

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
    if (this.#wanted !== frame.version) return;
    image.alt = `${say("board_after", { n: number })}. ${frame.sentence}`;
    image.dataset.version = frame.version;
    this.#figure.replaceChildren(image);
    this.#figure.classList.toggle("bare", image.naturalWidth === 0);
    for (const coming of next.slice(0, AHEAD)) this.#load(coming.version);
  }

  async #load(version) {
    if (!this.#ready.has(version)) {
      const image = new Image();
      image.src = picture(version);
      this.#ready.set(version, image.decode().then(() => image, () => this.#forget(version, image)));
      const [oldest] = this.#ready.keys();
      if (this.#ready.size > KEPT && oldest !== version) this.#ready.delete(oldest);
    }
    return this.#ready.get(version);
  }

  /** A picture that did not come is asked for again the next time. */
  #forget(version, image) {
    this.#ready.delete(version);
    return image;
  }
}
