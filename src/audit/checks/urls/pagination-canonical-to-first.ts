import { canonicalUrl } from "../../../lib/hosts/url";
import { PAGE_PATH, PAGE_QUERY } from "../../model/page/paged-list";
import { pageCheck } from "../shared/define";

/** URLs that the first page of the list may have: without a number, or with number 1. */
function firstPages(url: URL): string[] {
  const spellings: string[] = [];
  const name = PAGE_QUERY.exec(url.search)?.[1];
  if (name !== undefined) {
    for (const value of [null, "1"]) {
      const first = new URL(url);
      if (value === null) first.searchParams.delete(name);
      else first.searchParams.set(name, value);
      spellings.push(canonicalUrl(first));
    }
    return spellings;
  }
  const base = url.pathname.replace(PAGE_PATH, "").replace(/\/$/, "");
  return [base, `${base}/`, url.pathname.replace(/\d+(\/?)$/, "1$1")].map((path) =>
    canonicalUrl(new URL((path || "/") + url.search, url)),
  );
}

export const paginationCanonicalToFirst = pageCheck({
  id: "pagination_canonical_to_first",
  severity: "warning",
  category: "Pagination",
  title: "A later page of a list names the first as its canonical",
  rule: "A page numbered above 1 (page, p, pg, /page/n) whose canonical is the first page.",
  why: "Crawlers do not find items that only the later pages list.",
  fix: "Make every page of the list its own canonical.",
  on: "html",
  test: ({ canonical, url, parsedUrl }) => {
    if (canonical === null || canonical === url) return null;
    const number = Number(PAGE_QUERY.exec(parsedUrl.search)?.[2] ?? PAGE_PATH.exec(parsedUrl.pathname)?.[1] ?? 1);
    return number > 1 && firstPages(parsedUrl).includes(canonical) ? { found: canonical, expected: url } : null;
  },
});
