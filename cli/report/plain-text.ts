import { oneLine, visibleJson, visibleText } from "../../src/lib/text/strangers-text";

/** Escape sequences of terminals: CSI, then OSC and the other strings up to their end, then two-character ones. */
const ESCAPES =
  // oxlint-disable-next-line no-control-regex
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g;
/**
 * Untrusted text as one line that is safe to print anywhere: without escape sequences, control characters and marks
 * that change the direction of writing, and with at most `limit` characters.
 */
export function plainText(text: string, limit = 300): string {
  // What is cut off is not read.
  const start = text.slice(0, 4 * limit + 200);
  const line = oneLine(start.replace(ESCAPES, ""), "");
  const characters = Array.from(line);
  return characters.length <= limit && start.length === text.length
    ? line
    : `${characters.slice(0, limit - 1).join("")}…`;
}

/** Text of several lines that is safe to print to a terminal. */
export function printableText(text: string): string {
  return visibleText(text.replace(ESCAPES, "")).replaceAll("\r", "");
}

/** Plain text for Markdown: what would start a link, an image, a tag, code, a table cell or a mention is escaped. */
export function markdownText(text: string, limit?: number): string {
  return plainText(text, limit)
    .replace(/[\\`*_{}[\]()#+!|~$^=-]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("@", "&#64;")
    .replace(/:\/\//g, "&#58;//")
    .replace(/\bwww\./gi, "www&#46;");
}

/** Plain text as Markdown code, which nothing inside it can end. */
export function markdownCode(text: string, limit?: number): string {
  const plain = plainText(text, limit).replaceAll("|", "\\|");
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 || plain === "" ? " " : "";
  return `${fence}${space}${plain}${space}${fence}`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Plain text for HTML, in text and in quoted attributes. */
export function htmlText(text: string, limit?: number): string {
  return plainText(text, limit).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}

/** `1 page`, `2 pages`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** JSON text in which every character that could act on a terminal is escaped. It parses to the same value. */
export function printableJson(value: unknown, indent?: number): string {
  return visibleJson(JSON.stringify(value, null, indent));
}
