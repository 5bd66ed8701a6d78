import { hash53 } from "../../lib/crypto/hash";
import { LIMITS, type LinkFact } from "./facts";
import type { Attributes } from "./open-elements";

/** Elements that say which kind of page it is. */
const TELLING = new Set(["article", "aside", "audio", "canvas", "form", "iframe", "main", "video"]);
/** Elements whose ids are usually for scripts and styles; those of headings, cells and the like are places. */
const CONTAINERS = new Set(
  "article aside button canvas div footer form header input main nav section select table ul".split(" "),
);
const MOST = 400;
const ID_CHARS = 100;
/** Characters of an inline script that tell it from others. */
const INLINE_CHARS = 80;
const QUOTED = /"[^"]*(?:"|$)|'[^']*(?:'|$)|`[^`]*(?:`|$)/g;

/** Collects which scripts a page has and what they may find in it: what a page has in common with others of its template. */
export class ScriptHooks {
  private readonly found = new Set<string>();
  private readonly ids = new Set<string>();
  /** The beginning of the inline script that is open. */
  private inline: string | null = null;

  open(name: string, { src, id, type }: Attributes): void {
    if (name === "script") {
      if (src !== undefined)
        this.note(
          `script ${src
            .slice(0, LIMITS.address)
            .trim()
            .replace(/[?#].*$/s, "")}`,
        );
      else this.inline = `${type ?? ""} `;
    } else if (TELLING.has(name) || name.includes("-")) this.note(name);
    if (id !== undefined && (CONTAINERS.has(name) || name.includes("-")) && this.ids.size < MOST)
      this.ids.add(id.slice(0, ID_CHARS));
  }

  text(html: string, start: number, end: number): void {
    const room = this.inline === null ? 0 : INLINE_CHARS - this.inline.length;
    if (room > 0) this.inline += html.slice(start, Math.min(end, start + room));
  }

  close(name: string): void {
    if (name !== "script" || this.inline === null) return;
    this.note(`inline ${shapeOf(this.inline.replace(QUOTED, ""))}`);
    this.inline = null;
  }

  private note(what: string): void {
    if (this.found.size < MOST) this.found.add(what);
  }

  /** A hash of all that was found. Ids that the page's own links lead to are places for readers. */
  hash(links: readonly LinkFact[]): number {
    const places = new Set(links.flatMap(({ href }) => (href?.startsWith("#") ? [href.slice(1)] : [])));
    for (const id of this.ids) if (!places.has(id)) this.note(`id ${shapeOf(id)}`);
    return hash53([...this.found].sort().join("\n"));
  }
}

/** A text without what numbers it. */
function shapeOf(text: string): string {
  return text.replace(/\s+/g, "").replace(/\d+/g, "0");
}
