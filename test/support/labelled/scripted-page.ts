import type { Labelled } from "./page-checks.ts";
import type { LabelledPage, PageParts } from "./page.ts";

/** Differences of a page that is little more than a script from one without defects. */
interface Scripted extends PageParts {
  /** Code that its script runs once the page is parsed. */
  does?: string;
  /** Code that the script ran when the snapshot for crawlers was made. Undefined: there is no snapshot. */
  did?: string;
}

/** A page with a snapshot for crawlers, made when the page was as in `before`. */
export interface SnapshotPage extends LabelledPage {
  before: LabelledPage;
}

/** Words that a page is served with: fewer than an audit considers to be real content. */
const SERVED_WORDS = 45;
/** A page with so few words is thin, whatever its script adds. */
export const THIN = "thin_content";

export const pathOf = (check: string, side: string) => `/js/${check.replaceAll("_", "-")}/${side}`;
const script = (code: string) => `<script>addEventListener("DOMContentLoaded", () => { ${code} })</script>`;

export function scripted(
  check: string,
  side: string,
  issues: string[],
  { does = "", did, ...parts }: Scripted,
): LabelledPage | SnapshotPage {
  const pageThat = (code: string): LabelledPage => ({
    path: pathOf(check, side),
    issues,
    words: SERVED_WORDS,
    ...parts,
    head: (parts.head ?? "") + script(code),
  });
  return did === undefined ? pageThat(does) : { ...pageThat(does), before: pageThat(did) };
}

/** `also`: other issues of the failing or passing pages, caused by how they are served. */
export function label(
  check: string,
  fails: Scripted | Scripted[],
  passes: Scripted | Scripted[],
  also: { fails?: string[]; passes?: string[] } = {},
): Labelled {
  const pages = (list: Scripted | Scripted[], side: string, issues: string[]) =>
    [list].flat().map((page, i) => scripted(check, i === 0 ? side : `${side}-${i + 1}`, issues, page));
  return {
    check,
    fails: pages(fails, "fails", [check, ...(also.fails ?? [THIN])]),
    passes: pages(passes, "passes", also.passes ?? [THIN]),
  };
}
