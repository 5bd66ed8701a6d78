import { expect, it } from "vitest";
import type { Finding } from "../../../../../src/audit/model/issue";
import type { FetchedPage } from "../../../../../src/audit/model/page/page";
import { findingOf } from "../examples/ids-of.ts";

/** A page that a check looks at, and all that the check says about it; null: nothing. */
export type Case = [id: string, html: string, finding: Finding | null, fetched?: Partial<FetchedPage>];

export const LONG = "x".repeat(400);
export const head = (html: string, body = "") =>
  `<html lang="en"><head><meta charset="utf-8"><title>A</title>${html}</head><body>${body}</body></html>`;
export const body = (html: string) => head("", html);
export const links = (...tags: string[]) => head(tags.map((tag) => `<link rel=${tag}>`).join(""));
export const alternates = (...list: Array<[code: string, href: string]>) =>
  links(...list.map(([code, href]) => `alternate hreflang="${code}" href="${href}"`));
export const og = (tags: Record<string, string>) =>
  head(
    Object.entries(tags)
      .map(([name, content]) => `<meta property="${name}" content="${content}">`)
      .join(""),
  );
export const jsonLd = (...blocks: string[]) =>
  head(blocks.map((block) => `<script type="application/ld+json">${block}</script>`).join(""));
export const at = (url: string, more: Partial<FetchedPage> = {}) => ({ url: `https://walks.example${url}`, ...more });
export const six = (tag: (i: number) => string) => Array.from({ length: 6 }, (_, i) => tag(i)).join("");
export const numbers = (count: number, text = (i: number) => String(i)) =>
  Array.from({ length: count }, (_, i) => text(i));

/** Checks that each check says exactly this of its page. */
export function expectFindings(cases: readonly Case[]): void {
  it.each(cases.map((each, i) => [i, ...each] as const))("case %i: %s", (_i, id, html, finding, fetched) =>
    expect(findingOf(id, html, fetched)).toEqual(finding),
  );
}
