import { readFileSync } from "node:fs";
import { squeezed, textOf, readDom } from "./dom.ts";
import { PAGE_RULES, readPage, size, words, type Page } from "./page-checks.ts";
import { fileFor } from "./serve.ts";

export const HOME = "https://truth.example";
/** Definitions of one page and of pages together that the reference knows. */
export const ACROSS =
  "http_4xx duplicate_title duplicate_h1 duplicate_meta_description duplicate_content broken_internal_link internal_link_to_redirect single_inlink deep_page".split(
    " ",
  );
/** Checks with a measure that two counts of a text may differ in: compared outside of a margin only. */
export const MEASURED = ["thin_content", "low_text_html_ratio", "title_too_long", "meta_description_too_long"];

/** Bytes as browsers read them. */
function decoded(body: Buffer): string {
  const head = body.subarray(0, 1_024).toString("latin1");
  const label = head.startsWith("\xef\xbb\xbf")
    ? "utf-8"
    : (/<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ?? "windows-1252");
  return new TextDecoder(/^utf-?16/i.test(label) ? "utf-8" : label).decode(body);
}

/** What a path answers. */
export type Answer =
  | { kind: "page"; page: Page; source: string }
  | { kind: "file" | "gone" }
  | { kind: "redirect"; to: string };

export class Reference {
  private readonly answers = new Map<string, Answer>();

  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  get(path: string): Answer {
    const known = this.answers.get(path);
    if (known) return known;
    const answer = this.read(path);
    this.answers.set(path, answer);
    return answer;
  }

  private read(path: string): Answer {
    const found = fileFor(this.root, path);
    if (found === null) return { kind: "gone" };
    if ("location" in found) return { kind: "redirect", to: found.location };
    if (!/\.html?$/i.test(found.file)) return { kind: "file" };
    const body = readFileSync(found.file);
    const source = decoded(body);
    const url = new URL(path, HOME);
    return { kind: "page", page: readPage(url, readDom(source), body.length), source: body.toString("latin1") };
  }
}

const pathOf = (url: URL) => url.pathname + url.search;
const inner = (page: Page) => page.links.filter(({ url }) => url.origin === HOME);

/** Ids that the definitions give each of the pages that were crawled; and measures where counts may differ. */
export function judge(
  reference: Reference,
  paths: readonly string[],
  start: string,
): Map<string, { ids: Set<string>; unsure: Set<string> }> {
  const result = new Map(paths.map((path) => [path, { ids: new Set<string>(), unsure: new Set<string>() }]));
  const pages = new Map<string, Page>();
  for (const path of paths) {
    const { ids, unsure } = result.get(path)!;
    const answer = reference.get(path);
    if (answer.kind === "gone") ids.add("http_4xx");
    if (answer.kind !== "page") continue;
    const { page, source } = answer;
    pages.set(path, page);
    for (const [id, rule] of Object.entries(PAGE_RULES)) if (rule(page, source)) ids.add(id);
    measure(page, ids, unsure);
  }
  across(reference, pages, result);
  const depths = depthsFrom(start, pages, reference);
  const inlinks = countLinks(pages, reference);
  for (const path of pages.keys()) {
    if ((depths.get(path) ?? 0) > 3) result.get(path)!.ids.add("deep_page");
    if ((inlinks.get(path)?.size ?? 0) === 1 && (depths.get(path) ?? 0) > 1) result.get(path)!.ids.add("single_inlink");
  }
  return result;
}

function measure(page: Page, ids: Set<string>, unsure: Set<string>): void {
  const between = (id: string, value: number, low: number, high: number, limit: number) => {
    if (value < limit) ids.add(id);
    if (value > low && value < high) unsure.add(id);
  };
  const frame = new Set(["nav", "header", "footer", "aside"]);
  const main = squeezed(page.dom.body ? textOf(page.dom.body, (each) => frame.has(each.tagName)) : "");
  between("thin_content", words(main), 100, 400, 200);
  between("low_text_html_ratio", (100 * Buffer.byteLength(page.text)) / page.bytes, 7, 20, 10);
  const title = size(page.title);
  if (title > 70) ids.add("title_too_long");
  if (title > 50 && title < 80) unsure.add("title_too_long");
  const description = size(page.description);
  if (description > 155) ids.add("meta_description_too_long");
  if (description > 130 && description < 190) unsure.add("meta_description_too_long");
}

/** Follows a redirect or two. */
function settle(reference: Reference, path: string): { path: string; hops: number; answer: Answer } {
  let [at, hops] = [path, 0];
  for (let answer = reference.get(at); ; answer = reference.get(at)) {
    if (answer.kind !== "redirect" || hops > 5) return { path: at, hops, answer };
    at = pathOf(new URL(answer.to, HOME));
    hops++;
  }
}

function across(reference: Reference, pages: Map<string, Page>, result: Map<string, { ids: Set<string> }>): void {
  const share = (id: string, key: (page: Page) => string) => {
    const groups = new Map<string, string[]>();
    for (const [path, page] of pages) {
      const { ids } = result.get(path)!;
      if (ids.has("noindex_page") || ids.has("canonicalised_page") || key(page) === "") continue;
      groups.set(key(page), [...(groups.get(key(page)) ?? []), path]);
    }
    for (const group of groups.values()) if (group.length > 1) for (const path of group) result.get(path)!.ids.add(id);
  };
  share("duplicate_title", ({ title }) => title.toLowerCase());
  share("duplicate_h1", ({ h1 }) => h1.toLowerCase());
  share("duplicate_meta_description", ({ description }) => description.toLowerCase());
  share("duplicate_content", ({ text }) => (size(text) < 50 ? "" : text.toLowerCase()));
  for (const [path, page] of pages)
    for (const { url } of inner(page)) {
      const { hops, answer } = settle(reference, pathOf(url));
      const isFile = !/(?:\/|\.html?|\/[^./]*)$/i.test(url.pathname);
      if (answer.kind === "gone" && !isFile) result.get(path)!.ids.add("broken_internal_link");
      if (hops > 0) result.get(path)!.ids.add("internal_link_to_redirect");
    }
}

function countLinks(pages: Map<string, Page>, reference: Reference): Map<string, Set<string>> {
  const inlinks = new Map<string, Set<string>>();
  for (const [from, page] of pages)
    for (const { url } of inner(page)) {
      const { path } = settle(reference, pathOf(url));
      if (path !== from) inlinks.set(path, (inlinks.get(path) ?? new Set()).add(from));
    }
  return inlinks;
}

function depthsFrom(start: string, pages: Map<string, Page>, reference: Reference): Map<string, number> {
  const depths = new Map([[start, 0]]);
  for (const [path, depth] of depths)
    for (const { url } of pages.has(path) ? inner(pages.get(path)!) : []) {
      const { path: to } = settle(reference, pathOf(url));
      if (!depths.has(to)) depths.set(to, depth + 1);
    }
  return depths;
}
