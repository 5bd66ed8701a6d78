import type { RenderedPair, Rendering, RenderingReport } from "../../../../../src/audit/model/page/page";
import type { AxeViolation } from "../../../../../src/prerender";
import { ORIGIN, type LabelledPage } from "../../../../support/labelled/page.ts";
import { parsedPage } from "../../makers.ts";
import { auditedOf } from "../judge.ts";

export type Render = RenderedPair["render"];
export interface Difference {
  /** How the served and the rendered page differ from the same clean page. */
  raw?: Partial<LabelledPage>;
  rendered?: Partial<LabelledPage>;
  render?: Partial<Render>;
  /** The stored snapshot for crawlers. Undefined: there is none. */
  snapshot?: Partial<LabelledPage>;
}

export const PATH = "/app";
export const CREATED_AT = Date.parse("2026-11-20T08:30:00Z");
export const resource = (url: string, change: Partial<Render["resources"][number]> = {}) => ({
  url,
  type: "script" as const,
  status: 200,
  bytes: 1_000,
  cacheable: true,
  ...change,
});

export const asRendering = (change: Difference): Rendering => ({ pair: pairOf(change), report: {} as RenderingReport });

export function pairOf({ raw, rendered, render, snapshot }: Difference): RenderedPair {
  return {
    raw: parsedPage(auditedOf({ path: PATH, ...raw })),
    rendered: parsedPage(auditedOf({ path: PATH, ...rendered })),
    render: { finalUrl: ORIGIN + PATH, errors: [], failedRequests: [], resources: [], ready: "quiet", ...render },
    snapshot: snapshot ? { page: parsedPage(auditedOf({ path: PATH, ...snapshot })), createdAt: CREATED_AT } : null,
    isAllowed: (url) => !url.startsWith(`${ORIGIN}/closed/`),
  };
}

export const noindex = { head: '<meta name="robots" content="noindex">' };
export const anchors = (count: number) => ({
  main: Array.from({ length: count }, (_, i) => `<a href="/walk/${i}">Walk ${i}</a>`).join(" "),
});
export const NO_PREVIEW = {
  "og:title": null,
  "og:description": null,
  "og:image": null,
  "og:url": null,
  "twitter:card": null,
};
export const files = (count: number) => ({
  resources: Array.from({ length: count }, (_, i) => resource(`${ORIGIN}/${i}.js`)),
});
export const text = (words: string, count: number) => ({
  body: `<main><h1>Walks</h1><p>${`${words} `.repeat(count)}</p></main>`,
});
/** Served and rendered page are the same. */
export const both = (page: Partial<LabelledPage>) => ({ raw: page, rendered: page });
/** A page of 100 words, of which `count` are "walk". */
export const shared = (count: number) => ({
  body: `<main>${"walk ".repeat(count)}${"casino ".repeat(100 - count)}</main>`,
});
export const letters = (count: number) => ({ body: `<main>${"x".repeat(count)}</main>` });

export const violation = (rule: string, impact: AxeViolation["impact"], elements = 1): AxeViolation => ({
  rule,
  impact,
  help: "Do it",
  helpUrl: `https://dequeuniversity.com/rules/axe/4.14/${rule}`,
  elements,
  examples: [{ selector: "#a", html: "<b>" }],
});
export const axe = (...violations: AxeViolation[]) => ({ render: { axe: { violations, skipped: null } } });
