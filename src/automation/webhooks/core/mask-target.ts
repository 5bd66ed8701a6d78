/** What replaces a part of the target's URL. */
const MASK = "[…]";
/** Masking a path such as `/a` hides nothing and would match everywhere. */
const SHORTEST = 4;
/** A part of a path or query that is this long may be a secret on its own. */
const SHORTEST_PART = 12;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Spellings in which a receiver may repeat a text: unchanged, percent-encoded or decoded, in JSON or in HTML. */
function spellings(text: string): string[] {
  const plain = [text, decoded(text), encodeURIComponent(text), encodeURIComponent(decoded(text))];
  const inJson = plain.map((each) => each.replaceAll("/", "\\/"));
  const inHtml = plain.map((each) => each.replaceAll("&", "&amp;"));
  return [...plain, ...inJson, ...inHtml, ...inHtml.map((each) => each.replaceAll("/", "&#x2F;"))];
}

/** The parts of a target's URL that may be secret, in each spelling, long ones first. */
function secretsOf(target: string): string[] {
  const { href, pathname, search } = new URL(target);
  if (pathname === "/" && search === "") return [];
  const whole = [target, href, pathname + search, pathname, pathname.slice(1), search, search.slice(1)];
  const parts = (pathname + search).split(/[/?&=]/).filter(({ length }) => length >= SHORTEST_PART);
  const all = new Set([...whole, ...parts].flatMap(spellings));
  return [...all].filter(({ length }) => length >= SHORTEST).toSorted((a, b) => b.length - a.length);
}

/** A receiver's text without the path and query of the URL that it was sent to, which may be a secret. */
export function maskTarget(text: string, target: string): string {
  const secrets = secretsOf(target);
  if (secrets.length === 0 || text === "") return text;
  const masked = text.replaceAll(new RegExp(`(?:${secrets.map(escaped).join("|")})+`, "gi"), MASK);
  // The text may have been cut off inside a secret.
  const end = masked.toLowerCase();
  const cut = Math.max(0, ...secrets.map((secret) => overlap(end, secret.toLowerCase())));
  return cut === 0 ? masked : masked.slice(0, -cut) + MASK;
}

/** How many characters at the end of a text are the beginning of a secret. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length >= SHORTEST; length--)
    if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}
