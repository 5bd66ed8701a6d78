import type { Draw } from "../draw.ts";
import type { Schema } from "./document.ts";
import { reference } from "./requests.ts";

/** Where values come from: the accounts of a world and what earlier answers returned. */
export interface Sources {
  draw: Draw;
  /** Name of the account that sends the request: X, Y or F. */
  account: string;
  /** Name of the account whose mark it writes. */
  marker: string;
  /** A value for a field of this name, or undefined if the schema alone decides. */
  known: (field: string, schema: Schema) => unknown;
}

const DAY_MS = 86_400_000;
const AGENTS = ["GPTBot/1.2", "Mozilla/5.0 (compatible; Googlebot/2.1)", "ClaudeBot", "curl/8", "x"];
const REFERRERS = [
  "https://chatgpt.com/",
  "https://www.perplexity.ai/search?q=a",
  "https://example.com/",
  "android-app://x",
];
/** Texts that fit the patterns of the document. */
const FITTING = [
  ["/a", "/b?x=1", "/a*", "/", "/*", "404", "2xx", "p1", "p20", "title", "price", "price=3", "1/a", "0/", "2026-11"],
  ["member.added", "sign_in", "20261123_x", "h1", "h1.title", "a", "A", "X-A", "x-probe", "en", "de-AT", "EUR", "0"],
].flat();
const WORDS = ["shoes", "Wörter", "two words", "日本語", "a,b;c", "O'Neil & <b>", "x".repeat(60)];

/** Values by the name of a field, whatever the operation. */
const FIELDS: Record<string, (sources: Sources) => unknown> = {
  path: ({ draw }) => draw.pick(["/", "/a", "/b?x=1", "/ä/ö", "/gone", "/a%20b"]),
  pattern: ({ draw }) => draw.pick(["/*", "/a*", "/b/*/c", "*"]),
  url: ({ account }) => `${reference(`${account}.origin`)}/a`,
  urls: ({ account }) => `${reference(`${account}.origin`)}/`,
  sitemapUrl: ({ account, draw }) => `${reference(`${account}.origin`)}/${draw.pick(["sitemap.xml", "gone", "a"])}`,
  siteUrl: () => "https://rival.example",
  origin: ({ account }) => reference(`${account}.origin`),
  password: () => "a long password",
  currentPassword: () => "a long password",
  newPassword: () => "a long password",
  from: ({ draw }) => day(draw.below(20) + 5),
  to: ({ draw }) => day(draw.below(5)),
  date: ({ draw }) => day(draw.below(10)),
  since: ({ draw }) => Date.now() - draw.below(10) * DAY_MS,
  at: ({ draw }) => new Date(Date.now() - draw.below(20 * DAY_MS)).toISOString(),
  userAgent: ({ draw }) => draw.pick(AGENTS),
  referrer: ({ draw }) => draw.pick(REFERRERS),
  ip: ({ draw }) => draw.pick(["192.0.2.7", "2001:db8::1"]),
  // A browser costs more than all else together.
  rendering: ({ draw }) => (draw.chance(0.97) ? "never" : "auto"),
  prewarm: ({ draw }) => draw.chance(0.03),
  requestsPerMinute: () => 1_000_000,
  email: ({ account, marker, draw }) => (draw.chance(0.5) ? reference(`${account}.email`) : address(marker, draw)),
  newEmail: ({ marker, draw }) => address(marker, draw),
  role: ({ draw }) => draw.pick(["member", "member", "owner"]),
  confirm: () => "delete",
};

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const address = (marker: string, draw: Draw) => `${reference(`${marker}.mark`)}-${draw.below(1e9)}@example.com`;

function textFor(sources: Sources, schema: Schema): string {
  const { draw, account, marker } = sources;
  const { minLength = 0, maxLength = 200, pattern, format } = schema;
  if (format === "email") return address(marker, draw);
  if (format === "uri" || format === "url") return `${reference(`${account}.origin`)}/${draw.below(9)}`;
  if (format === "date-time") return String(FIELDS["at"]!(sources));
  if (pattern) {
    const regex = new RegExp(pattern, "u");
    const fitting = FITTING.filter((text) => regex.test(text) && text.length >= minLength && text.length <= maxLength);
    if (fitting.length > 0) return draw.pick(fitting);
  }
  const word = draw.chance(0.1) ? "y".repeat(Math.min(maxLength, 3_000)) : draw.pick(WORDS);
  const marked = draw.chance(0.5) ? `${reference(`${marker}.mark`)} ${word}` : word;
  return (marked.length > maxLength && !marked.startsWith("(!") ? word.slice(0, maxLength) : marked).padEnd(
    minLength,
    "z",
  );
}

function numberFor({ draw }: Sources, { type, minimum = 0, maximum = 1_000 }: Schema): number {
  if (draw.chance(0.3)) return draw.pick([minimum, maximum]);
  const range = Math.min(maximum - minimum, 100);
  return type === "integer" ? minimum + draw.below(range + 1) : minimum + (draw.below(1_000) / 1_000) * range;
}

function objectFor(sources: Sources, schema: Schema, depth: number): Record<string, unknown> {
  const { draw } = sources;
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || (depth < 5 && draw.chance(0.35)),
  );
  const further = typeof schema.additionalProperties === "object" && !schema.properties ? draw.below(3) : 0;
  const names = Array.from({ length: further }, () => [
    valueFor(sources, schema.propertyNames ?? { type: "string", pattern: "^[a-z]" }, "", depth + 1),
    schema.additionalProperties as Schema,
  ]) as Array<[string, Schema]>;
  return Object.fromEntries(
    [...entries, ...names].map(([name, inner]) => [name, valueFor(sources, inner, name, depth + 1)]),
  );
}

/** A value that the schema accepts, most of the time. `field`: its name. */
export function valueFor(sources: Sources, schema: Schema, field = "", depth = 0): unknown {
  const { draw } = sources;
  const alternatives = schema.anyOf ?? schema.oneOf;
  const known = sources.known(field, schema);
  if (known !== undefined) return known;
  if (alternatives && alternatives.length > 0) return valueFor(sources, draw.pick(alternatives), field, depth);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => valueFor(sources, each, field, depth)));
  if (schema.const !== undefined) return schema.const;
  const type = Array.isArray(schema.type) ? draw.pick(schema.type) : schema.type;
  if (type === "array") {
    const { minItems = 0, maxItems = 4 } = schema;
    const length = Math.min(maxItems, minItems + draw.below(4));
    return Array.from({ length }, () => valueFor(sources, schema.items ?? {}, field.replace(/s$/, ""), depth + 1));
  }
  if (type === "object" || schema.properties) return objectFor(sources, schema, depth);
  const own = FIELDS[field] ?? FIELDS[`${field}s`];
  if (own && (type !== "null" || draw.chance(0.5))) return own(sources);
  if (schema.enum) return draw.pick(schema.enum);
  if (type === "boolean") return draw.chance(0.5);
  if (type === "integer" || type === "number") return numberFor(sources, schema);
  if (type === "null") return null;
  return textFor(sources, schema);
}

/** A copy of an example with the world's own values in the fields that name something. */
export function adapted(sources: Sources, example: unknown, field = ""): unknown {
  if (Array.isArray(example)) return example.map((each) => adapted(sources, each, field.replace(/s$/, "")));
  if (example !== null && typeof example === "object")
    return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, adapted(sources, value, name)]));
  const known = sources.known(field, { type: typeof example });
  if (known !== undefined) return known;
  const own = FIELDS[field] ?? FIELDS[`${field}s`];
  return own && typeof example === "string" ? own(sources) : example;
}
