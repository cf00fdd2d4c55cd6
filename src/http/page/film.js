// The game as a film: a frame a command, read page by page, and on as they come while it runs.

import { ask, path } from "./api.js";
import { language } from "./words.js";

const PAGE = 200;
/** Milliseconds between two looks at a game that runs. */
const LOOK = 2000;

/** What one can jump to, and by which events a frame is known to hold it. */
const marks = {
  capture: (event) => event.kind === "capture" || event.kind === "crush",
  goal: (event) => event.kind === "move" && event.target === "g",
  penalty: (event) => event.kind === "penalty",
};

export class Film {
  frames = [];
  ended = false;

  /** Version of the newest event that is here. */
  get version() {
    return this.frames.at(-1)?.version ?? 0;
  }

  /** All events that are here. */
  get events() {
    return this.frames.flatMap((frame) => frame.events);
  }

  /** Reads on to the present; `grown` is told of every page. */
  async read(grown) {
    for (let more = true; more; ) {
      const page = await readPage(this.version);
      more = page.more;
      this.frames.push(...page.frames);
      this.ended = this.frames.at(-1)?.events.some((event) => event.kind === "end") ?? false;
      if (page.frames.length > 0) grown();
    }
  }

  /** Follows the game until it ends. */
  async follow(grown) {
    while (!this.ended) {
      await new Promise((wake) => { setTimeout(wake, LOOK); });
      if (document.visibilityState === "visible") await this.read(grown).catch(() => null);
    }
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

async function readPage(after) {
  const query = path(`/events?after=${after}&limit=${PAGE}`);
  const [{ events, more }, told] = await Promise.all([
    ask(query).then((answer) => answer.json()),
    ask(`${query}&lang=${language}`, "text/plain").then((answer) => answer.text()),
  ]);
  const sentences = new Map(
    Array.from(told.matchAll(/^\[(\d+)\] (.*)$/gm), ([, version, sentence]) => [Number(version), sentence]));
  const commands = Map.groupBy(events, (event) => event.command);
  const frames = Array.from(commands.values(), (command) => {
    const { version, at, by } = command.at(-1);
    return {
      version, at, by,
      events: command,
      sentence: sentences.get(version) ?? "",
      marks: Object.keys(marks).filter((mark) => command.some(marks[mark])),
    };
  });
  return { frames, more };
}
