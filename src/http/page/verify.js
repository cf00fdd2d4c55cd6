// The verify button: checks in this browser, and says what it did not check.

import { Refused, ask, game, path } from "./api.js";
import { followChain, canonical, Wrong } from "./chain.js";
import { checkProof, good, unknown } from "./proof.js";
import { copy } from "./share.js";
import { say } from "./words.js";

const FINGERPRINT = /^[0-9a-f]{64}$/;
/** Steps after which the page gets its breath. */
const BREATH = 64;

/** Makes the form work; `film` holds what the page shows, `look` goes to an event. */
export function verifiable(section, film, look) {
  const form = section.querySelector("form");
  const field = section.querySelector("#fingerprint");
  const report = section.querySelector("#report");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const believed = field.value.trim().toLowerCase();
    const misread = believed !== "" && !FINGERPRINT.test(believed);
    field.setCustomValidity(misread ? say("fingerprint_bad") : "");
    if (misread) {
      field.reportValidity();
      return;
    }
    const button = form.querySelector("button");
    button.disabled = true;
    report.replaceChildren();
    const bar = new Bar(section);
    const result = await check(believed, film, bar);
    bar.hide();
    report.replaceChildren(...show(result, believed, look));
    button.disabled = false;
    report.focus();
  });
  field.addEventListener("input", () => field.setCustomValidity(""));
}

/** Checks what can be checked of the game now. */
async function check(believed, film, bar) {
  if (!globalThis.crypto?.subtle) return { verdict: "no_crypto", findings: [] };
  try {
    const answer = await ask(path("/proof"), "application/jsonl");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const progress = bar.steps();
    const { findings, seal } = await checkProof(bytes, { game, believed, shown: film.events, progress });
    return { verdict: "sound", findings, seal };
  } catch (error) {
    if (error instanceof Wrong) return { verdict: "wrong", wrong: error, findings: [] };
    if (error instanceof Refused && error.code === "not_over") return checkRunning(film, bar);
    if (error instanceof Refused) return { verdict: "no_proof", findings: [] };
    return { verdict: "wrong", wrong: new Wrong("form"), findings: [] };
  }
}

/** A running game keeps its seed; its chain can be followed all the same. */
async function checkRunning(film, bar) {
  const entries = [];
  for (let more = true; more; ) {
    const page = await (await ask(path(`/events?after=${entries.length}&limit=200`))).json();
    entries.push(...page.events.map((event, at) => ({ body: canonical(event), hash: page.hashes[at] })));
    more = page.more;
  }
  try {
    const { events, head } = await followChain(game, entries, bar.steps());
    const dice = events[0].dice === "server" ? "dice_running" : "dice_manual";
    const findings = [
      good("chain", "chain_good", { n: events.length, head }),
      unknown("dice", dice),
      unknown("seal", "seal_running"),
    ];
    return { verdict: "sound_running", findings };
  } catch (error) {
    return { verdict: "wrong", wrong: error, findings: [] };
  }
}

/** How far it is, without making the page wait. */
class Bar {
  #box;

  constructor(section) {
    this.#box = section.querySelector("#progress");
    this.#box.querySelector("label").textContent = say("fetching");
    this.#box.querySelector("progress").removeAttribute("value");
    this.#box.hidden = false;
  }

  steps() {
    const [name, bar] = [this.#box.querySelector("label"), this.#box.querySelector("progress")];
    return async (done, all) => {
      if (done % BREATH !== 0) return;
      name.textContent = say("checking", { done, all });
      bar.max = all;
      bar.value = done;
      await new Promise((breathe) => { setTimeout(breathe); });
    };
  }

  hide() {
    this.#box.hidden = true;
  }
}

function show(result, believed, look) {
  const { verdict, wrong, findings, seal } = result;
  if (verdict === "no_proof") return [element("p", "bad", say("no_proof"))];
  if (verdict === "no_crypto") return [element("p", "", say("no_crypto")), commands(believed)];
  const failed = wrong || findings.some((finding) => finding.outcome === "bad");
  const parts = [element("h3", failed ? "bad" : "good", failed ? say("wrong") : verdictOf(verdict, findings))];
  if (wrong) parts.push(...fault(wrong, look));
  const list = element("ul", "findings");
  list.append(...findings.map(finding));
  parts.push(list, element("h3", "", say("not_checked")), left(findings));
  parts.push(element("p", "", say(verdict === "sound_running" ? "how_running" : "how")), commands(believed, seal));
  return parts;
}

function verdictOf(verdict, findings) {
  const outcome = (check) => findings.find((finding) => finding.check === check)?.outcome;
  if (verdict === "sound_running") return `${say("sound")}. ${say("sound_running")}`;
  if (outcome("seal") !== "good") return `${say("sound")}, ${say("sound_unsealed")}`;
  return `${say("sound")}, ${say(outcome("key") === "good" ? "sound_known" : "sound_unknown")}`;
}

function fault(wrong, look) {
  const why = say(`why_${wrong.why}`, wrong.values);
  if (wrong.version === null) {
    return [element("p", "bad", wrong.line ? say("wrong_line", { line: wrong.line, why }) : why)];
  }
  const said = element("p", "bad", say("wrong_event", { version: wrong.version, why }));
  const button = element("button", "", say("look"));
  button.type = "button";
  button.addEventListener("click", () => look(wrong.version));
  return [said, button];
}

function finding({ check, outcome, text, values }) {
  const item = element("li", outcome);
  item.append(
    element("strong", "", say(`check_${check}`)), " ",
    element("span", "outcome", say(outcome)), " ",
    element("span", "said", say(text, values)));
  return item;
}

/** What no check here covers. */
function left(findings) {
  const list = element("ul", "");
  const known = findings.some(({ check, outcome }) => check === "key" && outcome === "good");
  const open = ["not_legal", ...(known ? [] : ["not_key"]), "not_words"];
  list.append(...open.map((name) => element("li", "", say(name))));
  return list;
}

/** The commands that check everything. */
function commands(believed) {
  const lines = [
    `curl -o ${game}.jsonl '${location.origin}${path("/proof")}'`,
    `parchis verify ${game}.jsonl --key ${believed || say("a_fingerprint")}`,
  ].join("\n");
  const box = element("div", "commands");
  const code = element("pre", "", lines);
  code.tabIndex = 0;
  const button = element("button", "", say("copy_command"));
  button.type = "button";
  const said = element("span", "");
  said.setAttribute("role", "status");
  button.addEventListener("click", () => copy(lines, said));
  box.append(code, button, said);
  return box;
}

function element(kind, name, text = "") {
  const made = document.createElement(kind);
  if (name) made.className = name;
  made.textContent = text;
  return made;
}
