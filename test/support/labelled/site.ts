import { CROSS_LABELS } from "./cross-checks.ts";
import { PAGE_LABELS, type Labelled } from "./page-checks.ts";
import { ORIGIN, urlOf, type LabelledPage } from "./page.ts";

/** The pages of the labels, plus a home page that links to them. */
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

/** A page that fails and a page that passes for every page and cross-page check. */
export const LABELLED_SITE: LabelledPage[] = siteOf(
  [...PAGE_LABELS, ...CROSS_LABELS],
  ["broken_internal_link", "internal_link_to_redirect"],
);
