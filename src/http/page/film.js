// The game as a film: a frame a command, read page by page, and on as they come while it runs.

import { ask, path } from "./api.js";
import { language } from "./words.js";

const PAGE = 200;
/** Milliseconds until a running game is looked at again, where the server has no stream for it. */
const LOOK = 3000;

/** What one can jump to, and by which events a frame is known to hold it. */
const marks = {
  capture: (event) => event.kind === "capture" || event.kind === "crush",
  goal: (event) => event.kind === "move" && event.target === "g",
  penalty: (event) => event.kind === "penalty",
};

export class Film {
  frames = [];
  #reading = Promise.resolve();

  /** Version of the newest event that is here. */
  get version() {
    return this.frames.at(-1)?.version ?? 0;
  }

  /** All events that are here. */
  get events() {
    return this.frames.flatMap((frame) => frame.events);
  }

  get ended() {
    return this.frames.at(-1)?.phase === "ended";
  }

  /** Reads on to the present; `grown` is told of every page, and whether more is there. Who reads while it is read waits, and reads what is left. */
  read(grown) {
    const reading = this.#reading.then(() => this.#read(grown));
    this.#reading = reading.catch(() => null);
    return reading;
  }

  async #read(grown) {
    for (let first = this.version || null; ; ) {
      const page = await readPage(first);
      const fresh = page.frames.filter((frame) => frame.version > this.version);
      this.frames.push(...fresh);
      const more = page.next_first !== null;
      if (fresh.length > 0) await grown(more);
      if (!more) return;
      first = page.next_first;
    }
  }

  /**
   * Follows the game until it ends: the stream of its events is a bell, the frames are what it calls to. A page that is
   * not seen lets go of its stream, since browsers have few connections to a server.
   */
  follow(grown) {
    const look = () => this.read(grown).catch(() => null);
    let bell = null;
    const heed = () => {
      bell?.close();
      if (this.ended || document.hidden) return;
      const mine = new EventSource(path(`/events?after=${this.version}`));
      bell = mine;
      mine.addEventListener("message", look);
      mine.addEventListener("end", () => mine.close());
      mine.addEventListener("error", () => {
        // An interrupted stream is taken up again by itself, a refused one is not.
        if (mine.readyState === EventSource.CLOSED) setTimeout(() => look().then(heed), LOOK);
      });
    };
    document.addEventListener("visibilitychange", heed);
    heed();
  }

  /** Where the command stands that holds a version, or the nearest. */
  at(version) {
    const found = this.frames.findIndex((frame) => frame.version >= version);
    return found < 0 ? this.frames.length - 1 : found;
  }

  /** The next frame with a mark, from here on in a direction; none where there is none. */
  seek(mark, here, step) {
    for (let at = here + step; at >= 0 && at < this.frames.length; at += step) {
      if (this.frames[at].marks.includes(mark)) return at;
    }
    return null;
  }
}

async function readPage(first) {
  const since = first === null ? "" : `&first=${first}`;
  const answer = await ask(path(`/frames?limit=${PAGE}&lang=${language}${since}`));
  const page = await answer.json();
  for (const frame of page.frames) {
    frame.marks = Object.keys(marks).filter((mark) => frame.events.some(marks[mark]));
  }
  return page;
}
