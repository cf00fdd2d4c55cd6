// The link to a move, and what can be taken along.

import { path } from "./api.js";
import { picture } from "./board.js";
import { say } from "./words.js";

/** The address of a move on this page. */
export function link(version) {
  const address = new URL(location.href);
  address.hash = `v=${version}`;
  return address.href;
}

/** The version that the address names, if any. */
export const linked = () => {
  const version = Number(new URLSearchParams(location.hash.slice(1)).get("v"));
  return Number.isInteger(version) && version > 0 ? version : null;
};

/** Copies, and says so; without leave to, it shows what to copy. */
export async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = say("copied");
  } catch {
    said.textContent = text;
  }
}

/** Frames beyond which the server makes no moving picture of all of them. */
const LONGEST = 1500;

/** What there is to download at a move. */
export function downloads(list, version, film) {
  const things = [
    ["get_picture", picture(version), "svg"],
    ["get_image", path(`/states/${version}/picture.png`), "png"],
    ["get_notation", path("/notation"), "txt"],
  ];
  if (film.frames.length <= LONGEST) things.push(["get_film", path("/replay.gif"), "gif"]);
  if (film.ended) things.push(["get_proof", path("/proof"), ""]);
  list.replaceChildren(...things.map(([name, href, form]) => {
    const item = document.createElement("li");
    const anchor = document.createElement("a");
    anchor.href = href;
    anchor.download = form && `parchis-${version}.${form}`;
    anchor.textContent = say(name);
    item.append(anchor);
    return item;
  }));
}
