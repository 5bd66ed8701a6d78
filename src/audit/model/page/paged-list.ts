import { canonicalUrl } from "../../../lib/hosts/url";

/** The page number in a query or at the end of a path. */
export const PAGE_QUERY = /[?&](page|p|pg|paged)=(\d+)(?=&|$)/i;
export const PAGE_PATH = /\/page[/-]?(\d+)(?=\/?$)/i;
/** The same with a file name: /page-2.html, /index3.html. */
const PAGE_FILE = /\/(?:page[/-]?|index-?)(\d+)\.html?$/i;
const INDEX_FILE = /\/index\.html?$/i;

/** A URL without its page number and the number, or null if it has none. */
function placeOf(url: URL): { list: string; number: number | null } {
  const [, name, inQuery] = PAGE_QUERY.exec(url.search) ?? [];
  const list = new URL(url);
  if (name !== undefined) list.searchParams.delete(name);
  const inPath = (PAGE_PATH.exec(url.pathname) ?? PAGE_FILE.exec(url.pathname))?.[1];
  list.pathname = [PAGE_PATH, PAGE_FILE, INDEX_FILE]
    .reduce((path, part) => path.replace(part, "/"), url.pathname)
    .replace(/\/+$/, "/");
  if (!list.pathname.endsWith("/")) list.pathname += "/";
  const number = inQuery ?? inPath;
  return { list: canonicalUrl(list), number: number === undefined ? null : Number(number) };
}

/**
 * Whether two URLs are pages of one list, such as /news and /news?page=2. Chapters of a document also follow each other
 * with rel=next, but each of them has its own name.
 */
export function areOfOneList(a: URL, b: URL): boolean {
  const [one, other] = [placeOf(a), placeOf(b)];
  return one.list === other.list && one.number !== other.number;
}
