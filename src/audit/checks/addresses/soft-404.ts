import { saysNotFound } from "../../../prerender";
import type { ParsedPage } from "../../model/page/page";
import { pageCheck } from "../shared/define";
import { mainWordsOf } from "../shared/words";

export const soft404 = pageCheck({
  id: "soft_404",
  severity: "error",
  category: "HTTP status and redirects",
  title: "The page says that it does not exist, but answers 200",
  rule: "Status 200, at most 200 words of its own, and the h1 or title as a whole says that nothing was found, in one of 38 languages, as served or rendered. The cache recognises such pages in the same way.",
  why: "Search engines waste time on error pages and index them.",
  fix: "Answer 404; a single-page app can set meta name=prerender-status-code content=404.",
  on: "html",
  test: (page) => {
    const shown = [page, page.rendering?.pair?.rendered].find((each) => each !== undefined && isNotFound(each));
    return shown ? { found: `HTTP 200 with: ${shown.h1 ?? shown.title}`, expected: "HTTP 404" } : null;
  },
});

function isNotFound(page: ParsedPage): boolean {
  return saysNotFound({ title: page.title ?? "", heading: page.h1 ?? "" }, mainWordsOf(page));
}
