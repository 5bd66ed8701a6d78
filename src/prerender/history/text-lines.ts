import { HtmlScanner, nameTable, Regions, Trait, type HtmlEvents } from "../../web/html";

const ATTRIBUTES = nameTable(["role", "hidden"]);
/** Characters after which nothing more is read. */
const MOST = 200_000;
/** What is struck out is no longer so: it stands between two of these, as in Markdown. */
const STRUCK = new Set(["s", "del", "strike"]);
const STRIKE = "~~";
/** Cells stay in the line of their row. */
const CELLS = new Set(["td", "th"]);

/** The visible text of HTML, a line per block. Linear. */
export function textLines(html: string): string {
  const parts: string[] = [];
  let length = 0;
  const regions = new Regions();
  const add = (text: string) => {
    if (length >= MOST || (text === "\n" && parts.at(-1) === "\n")) return;
    length += text.length;
    parts.push(text);
  };
  const edge = (name: string, traits: number) => {
    if (STRUCK.has(name)) add(regions.region === "hidden" ? "" : STRIKE);
    else if (CELLS.has(name)) add(" ");
    else if ((traits & Trait.Inline) === 0) add("\n");
  };
  const events: HtmlEvents = {
    open(element, attributes) {
      regions.enter(element, attributes);
      edge(element.name, element.traits);
    },
    close(element) {
      regions.leave();
      edge(element.name, element.traits);
    },
    text(source, start, end) {
      // Line breaks in the source are spaces.
      if (regions.region !== "hidden") add(source.slice(start, Math.min(end, start + MOST)).replaceAll(/\s+/g, " "));
    },
  };
  const scanner = new HtmlScanner(events, ATTRIBUTES);
  scanner.write(html);
  scanner.end();
  const lines = parts
    .join("")
    .split("\n")
    .map((line) => line.replaceAll(/ +/g, " ").trim());
  return lines.filter((line) => line !== "").join("\n");
}
