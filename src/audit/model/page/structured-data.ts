import { jsonBreak } from "./json-break";

/** One JSON-LD object with a type: a block's top level or an entry of its @graph. */
export interface StructuredItem {
  /** Without a schema.org prefix. */
  types: string[];
  node: Readonly<Record<string, unknown>>;
  /** Another object of the page has it as its rating or review, by its @id. */
  isPart: boolean;
}

export interface StructuredData {
  items: StructuredItem[];
  /** Where each block that is not valid JSON breaks: the position, and the text around it. */
  broken: string[];
  /** Why top-level objects are incomplete: no schema.org @context, or neither @type nor @graph. */
  incomplete: string[];
}

const NOTHING: StructuredData = { items: [], broken: [], incomplete: [] };
/** Objects kept per page. */
const MAX_ITEMS = 200;

/** Reads a page's JSON-LD blocks. A null block exceeded the size limit and is skipped. */
export function structuredData(blocks: ReadonlyArray<string | null>): StructuredData {
  if (blocks.length === 0) return NOTHING;
  const data: StructuredData = { items: [], broken: [], incomplete: [] };
  for (const block of blocks) {
    if (block === null) continue;
    let parsed: unknown;
    try {
      parsed = JSON.parse(block);
    } catch {
      data.broken.push(breakOf(block));
      continue;
    }
    for (const top of asArray(parsed)) if (isObject(top)) readTop(top, data);
  }
  markParts(data.items);
  return data;
}

/** Characters shown before and after the place where a block breaks. */
const AROUND = 30;

function breakOf(block: string): string {
  const position = jsonBreak(block);
  const line = block.slice(0, position).split("\n").length;
  const text = `${block.slice(Math.max(0, position - AROUND), position)}⟂${block.slice(position, position + AROUND)}`;
  return `line ${line}, character ${position}: ${text.replace(/\s+/g, " ").trim()}`;
}

function readTop(top: Record<string, unknown>, data: StructuredData): void {
  const hasContext = JSON.stringify(top["@context"] ?? "")
    .toLowerCase()
    .includes("schema.org");
  if (!hasContext) data.incomplete.push("no @context of schema.org");
  else if (top["@type"] === undefined && top["@graph"] === undefined) data.incomplete.push("no @type");
  for (const node of [top, ...asArray(top["@graph"])])
    if (isObject(node) && typesOf(node).length > 0 && data.items.length < MAX_ITEMS)
      data.items.push({ types: typesOf(node), node, isPart: false });
}

/** Marks the objects that others name as what people think of them. */
function markParts(items: StructuredItem[]): void {
  const named = new Set(
    items.flatMap(({ node }) =>
      [...objectsOf(node, "aggregateRating"), ...objectsOf(node, "review"), ...objectsOf(node, "reviews")].map(
        (part) => part["@id"],
      ),
    ),
  );
  for (const item of items) item.isPart = item.node["@id"] !== undefined && named.has(item.node["@id"]);
}

/** The types of a JSON-LD object, without a schema.org prefix. */
export function typesOf(node: Readonly<Record<string, unknown>>): string[] {
  return asArray(node["@type"])
    .filter((type) => typeof type === "string")
    .map((type) => type.replace(/^(https?:\/\/schema\.org\/|schema:)/, ""));
}

/** Whether a property is present and not empty. */
export function has(node: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = valueOf(node, name);
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** The objects among a property's values. */
export function objectsOf(node: Readonly<Record<string, unknown>>, name: string): Array<Record<string, unknown>> {
  return asArray(valueOf(node, name)).filter(isObject);
}

/** A property's value, whether or not its name has the prefix of a context that declares one. */
function valueOf(node: Readonly<Record<string, unknown>>, name: string): unknown {
  return node[name] ?? node[`schema:${name}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asArray(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}
