import { CROSS_LABELS } from "./cross-checks.ts";
import { PAGE_LABELS, type Labelled } from "./page-checks.ts";
import { ORIGIN, urlOf, type LabelledPage } from "./page.ts";

/** The pages of the given labels, and a home page that links to them. */
export function siteOf(labels: readonly Labelled[], homeIssues: string[]): LabelledPage[] {
  const pages = labels.flatMap(({ fails, passes, others }) => [...fails, ...passes, ...(others ?? [])]);
  const home = pages.find((page) => page.path === "/") ?? { path: "/", issues: homeIssues };
  const rest = pages.filter((page) => page !== home && !IMPRINT.has(page.path));
  const imprint = pages.find((page) => IMPRINT.has(page.path)) ?? { path: "/imprint", issues: [] };
  const linked = [...rest, imprint].filter((page) => page.linked !== false && page.issues !== undefined);
  const list = linked.map(
    (page) => `<li><a href="${urlOf(page).slice(ORIGIN.length)}">Walk at ${page.path.slice(1)}</a></li>`,
  );
  return [{ ...home, main: `<ul>${list.join("")}</ul>`, words: 260 + list.length * 4 }, ...rest, imprint];
}

const IMPRINT = new Set(["/imprint"]);

/** Every page-level and cross-page check, with a page that fails it and its clean twin. */
export const LABELLED_SITE: LabelledPage[] = siteOf(
  [...PAGE_LABELS, ...CROSS_LABELS],
  ["broken_internal_link", "internal_link_to_redirect"],
);
