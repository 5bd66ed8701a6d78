import { Parser } from "htmlparser2";
import { HEAD_ELEMENTS } from "./extractor";

/** The `content` of each `<meta name="…">` of this name in the page's head; what stands in the body may be anybody's text. */
export function metaContents(html: string, name: string): string[] {
  const found: string[] = [];
  let inHead = true;
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (!HEAD_ELEMENTS.has(tag)) inHead = false;
      if (!inHead || tag !== "meta" || attributes["name"]?.toLowerCase() !== name) return;
      found.push((attributes["content"] ?? "").trim());
    },
    onclosetag(tag) {
      if (tag === "head") inHead = false;
    },
  });
  parser.end(html);
  return found;
}
