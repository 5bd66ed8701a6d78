import { Trait } from "./elements";
import { nameTable } from "./name-table";
import type { HtmlEvents } from "./open-elements";
import { HtmlScanner } from "./scanner";

const ATTRIBUTES = nameTable(["name", "content"]);

/**
 * The `content` of each `<meta name="…">` with this name in the page's head. The body is ignored, because anyone's text
 * may be in it.
 */
export function metaContents(html: string, name: string): string[] {
  const found: string[] = [];
  let inHead = true;
  const events: HtmlEvents = {
    open(element, attributes) {
      if ((element.traits & Trait.Head) === 0) inHead = false;
      if (!inHead || element.name !== "meta" || attributes["name"]?.toLowerCase() !== name) return;
      found.push((attributes["content"] ?? "").trim());
    },
    close(element) {
      if (element.name === "head") inHead = false;
    },
    text() {},
  };
  const scanner = new HtmlScanner(events, ATTRIBUTES);
  scanner.write(html);
  scanner.end();
  return found;
}
