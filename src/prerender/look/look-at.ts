import { foldSpace, guardedFetch, redirectTarget, type EgressRules } from "../../web";
import { seenPage, type Cut } from "./seen-page";

/** Characters of a title and of a text that callers get. */
const MAX_TITLE = 300;
const MAX_TEXT = 3_000;
export const MAX_REDIRECTS = 5;

/** What one request got. Everything in it but numbers is a stranger's text, bounded. */
export interface Look {
  /** The address that answered, after redirects. */
  url: string;
  /** Null: there was no response, and `failure` says why. */
  status: number | null;
  failure: string | null;
  headers: Headers;
  /** Where the response redirects to, if redirects were not followed. */
  next: URL | null;
  /** Null: the response is not HTML. */
  page: { title: string; words: number; scripts: number; text: string; cut: Cut } | null;
}

interface LookOptions {
  rules: EgressRules;
  headers: Record<string, string>;
  timeoutMs: number;
  maxRedirects?: number;
}

/** The first whole words of a text. */
function beginning(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const end = text.lastIndexOf(" ", MAX_TEXT - 1);
  return `${text.slice(0, end > MAX_TEXT / 2 ? end : MAX_TEXT - 1)}…`;
}

/** Requests one page and reads what it says without scripts. Never throws. */
export async function lookAt(url: URL, options: LookOptions): Promise<Look> {
  const response = await guardedFetch(url, { maxRedirects: MAX_REDIRECTS, ...options });
  if (!response.ok)
    return { url: url.href, status: null, failure: response.detail, headers: new Headers(), next: null, page: null };
  const { status, headers } = response;
  const next = redirectTarget(response, response.url);
  try {
    const seen = next === null ? await seenPage(response) : null;
    const facts = seen?.facts;
    const page = facts && {
      title: foldSpace(facts.titles[0]?.text ?? "").slice(0, MAX_TITLE),
      words: facts.text.words + facts.text.cjk,
      scripts: facts.scripts,
      text: beginning(foldSpace(facts.text.main)),
      cut: seen.cut,
    };
    return { url: response.url.href, status, failure: null, headers, next, page: page ?? null };
  } finally {
    response.release();
  }
}
