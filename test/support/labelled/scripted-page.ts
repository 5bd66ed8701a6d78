import type { Labelled } from "./page-checks.ts";
import type { LabelledPage, PageParts } from "./page.ts";

/** How a page that is little more than a script differs from one without a defect. */
interface Scripted extends PageParts {
  /** What its script does once the page is parsed. */
  does?: string;
  /** What the script did when the snapshot was made that crawlers get. Undefined: there is none. */
  did?: string;
}

/** A page that crawlers get a snapshot of, made when the page was as `before`. */
export interface SnapshotPage extends LabelledPage {
  before: LabelledPage;
}

/** Words that a page is served with: fewer than what an audit takes for a text of its own. */
const SERVED_WORDS = 45;
/** A page of so few words is thin, whatever its script adds. */
export const THIN = "thin_content";

export const pathOf = (check: string, side: string) =>
  `/js/${check.replaceAll("_", "-")}/${side}`;
const script = (code: string) =>
  `<script>addEventListener("DOMContentLoaded", () => { ${code} })</script>`;

export function scripted(
  check: string,
  side: string,
  issues: string[],
  { does = "", did, ...parts }: Scripted
): LabelledPage | SnapshotPage {
  const pageThat = (code: string): LabelledPage => ({
    path: pathOf(check, side),
    issues,
    words: SERVED_WORDS,
    ...parts,
    head: (parts.head ?? "") + script(code),
  });
  return did === undefined
    ? pageThat(does)
    : { ...pageThat(does), before: pageThat(did) };
}

/** `also`: what else the failing, the passing pages are reported for, because of how they are served. */
export function label(
  check: string,
  fails: Scripted | Scripted[],
  passes: Scripted | Scripted[],
  also: { fails?: string[]; passes?: string[] } = {}
): Labelled {
  const pages = (list: Scripted | Scripted[], side: string, issues: string[]) =>
    [list]
      .flat()
      .map((page, i) =>
        scripted(check, i === 0 ? side : `${side}-${i + 1}`, issues, page)
      );
  return {
    check,
    fails: pages(fails, "fails", [check, ...(also.fails ?? [THIN])]),
    passes: pages(passes, "passes", also.passes ?? [THIN]),
  };
}
