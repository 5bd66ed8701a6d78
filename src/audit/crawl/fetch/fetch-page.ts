import {
  guardedFetch,
  readBody,
  type BodyEnd,
  type Deadlines,
  type EgressRules,
  type FetchedResponse,
} from "../../../web";
import {
  bomCharset,
  decodeWhole,
  decoderFor,
  headText,
  isXhtml,
  PageExtractor,
  sniffCharset,
  type PageFacts,
  type PageWishes,
} from "../../../web/html";
import { canonicalUrl } from "../../../lib/hosts/url";
import { SECOND_MS } from "../../../lib/time/time";
import type { FetchedPage, FetchOutcome } from "../../model/page/page";

const PAGE_TIMEOUT_MS = 15 * SECOND_MS;
const PAGE_MAX_BYTES = 5 * 1024 * 1024;

/** The runtime asks for no compression by itself, and decompresses what we ask for. */
const COMPRESSED = { "accept-encoding": "gzip, br" };

/** Headers that checks read. */
const KEPT_HEADERS = [
  "content-type",
  "content-encoding",
  "x-robots-tag",
  "link",
  "retry-after",
  "cache-control",
  "strict-transport-security",
  "content-security-policy",
  "x-content-type-options",
  "referrer-policy",
];

/** A page without a response. */
export function unreachedPage(url: string, depth: number, outcome: FetchOutcome): FetchedPage {
  return {
    url,
    depth,
    outcome,
    status: 0,
    ttfbMs: 0,
    loadTimeMs: 0,
    bytes: 0,
    headers: {},
    redirectUrl: null,
    typeMismatch: null,
    facts: null,
    failure: null,
  };
}

/** How a page is requested and what is read from it. */
interface PageOrder extends PageWishes {
  headers?: Record<string, string>;
  deadlines?: Deadlines;
}

/** Fetches one URL, without following a redirect, and reads its HTML as it arrives. Never throws. */
export async function fetchPage(
  url: string,
  depth: number,
  rules: EgressRules,
  { headers = {}, deadlines, ...wishes }: PageOrder = {},
): Promise<FetchedPage> {
  const startedAt = Date.now();
  const response = await guardedFetch(new URL(url), {
    rules,
    headers: { ...COMPRESSED, ...headers },
    timeoutMs: PAGE_TIMEOUT_MS,
    deadlines,
  });
  const blank = unreachedPage(url, depth, "unreachable");
  if (!response.ok) {
    const outcome = response.failure === "timeout" ? "timeout" : "unreachable";
    return { ...blank, outcome, loadTimeMs: Date.now() - startedAt, failure: response.detail };
  }
  try {
    return await readPage(blank, response, startedAt, wishes);
  } finally {
    response.release();
  }
}

async function readPage(
  blank: FetchedPage,
  response: FetchedResponse,
  startedAt: number,
  wishes: PageWishes,
): Promise<FetchedPage> {
  const page: FetchedPage = {
    ...blank,
    status: response.status,
    ttfbMs: response.ttfbMs,
    headers: keptHeaders(response.headers),
    outcome: "error",
  };
  if (response.status >= 300 && response.status <= 399) {
    const location = response.headers.get("location");
    const next = location === null ? null : URL.parse(location, blank.url);
    return next && /^https?:$/.test(next.protocol)
      ? { ...page, outcome: "redirect", redirectUrl: canonicalUrl(next), loadTimeMs: Date.now() - startedAt }
      : { ...page, loadTimeMs: Date.now() - startedAt, failure: "a redirect without a usable Location" };
  }
  if (response.status !== 200) return { ...page, loadTimeMs: Date.now() - startedAt };
  const body = await readHtml(response, wishes);
  const loadTimeMs = Date.now() - startedAt;
  const done = { ...page, bytes: body.bytes, facts: body.facts, typeMismatch: body.mismatch, loadTimeMs };
  if (body.facts === null) return { ...done, outcome: "not_html" };
  if (body.end === "timeout")
    return { ...done, outcome: "timeout", facts: null, failure: "the body did not end in time" };
  return { ...done, outcome: "ok" };
}

function keptHeaders(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = headers.get(name);
    if (value !== null) kept[name] = value.slice(0, 4_096);
  }
  return kept;
}

const HTML_TYPE = /^\s*(text\/html|application\/xhtml\+xml)\b/i;
/** Types that servers send for HTML by mistake. We do not sniff images, fonts and similar types. */
const DOUBTFUL_TYPE = /^\s*(text\/plain|application\/(octet-stream|json|xml)|text\/xml)\b/i;

interface HtmlBody {
  facts: PageFacts | null;
  bytes: number;
  end: BodyEnd;
  mismatch: string | null;
}

/** Extracts the facts from a body, one chunk in memory at a time. `facts` is null if the body is not HTML. */
async function readHtml(response: FetchedResponse, wishes: PageWishes): Promise<HtmlBody> {
  const contentType = response.headers.get("content-type");
  if (contentType !== null && !HTML_TYPE.test(contentType)) return readOther(response, contentType);
  let extractor: PageExtractor | null = null;
  let decoder: TextDecoder | null = null;
  let charset = "utf-8";
  let isHtml = true;
  let mismatch: string | null = null;
  let hasBom = false;
  const { end, bytes } = await readBody(response, PAGE_MAX_BYTES, (chunk, isLast) => {
    if (!extractor) {
      charset = sniffCharset(chunk, contentType);
      hasBom = bomCharset(chunk) !== null;
      isHtml = contentType !== null || looksLikeHtml(chunk);
      const kind = contentType === null ? null : otherKind(chunk);
      if (kind !== null) mismatch = `${kind} sent as ${contentType}`;
      extractor = new PageExtractor({ ...wishes, isXml: isXhtml(contentType) });
    }
    if (!isHtml) return;
    // Most bodies arrive as one chunk.
    if (isLast && !decoder) extractor.write(decodeWhole(chunk, charset));
    else extractor.write((decoder ??= decoderFor(charset)).decode(chunk, { stream: true }));
  });
  if (!isHtml) return { facts: null, bytes, end, mismatch };
  const facts = (extractor ?? new PageExtractor(wishes)).end(end !== "complete");
  if (hasBom) facts.charset ??= "utf-8";
  return { facts, bytes, end, mismatch };
}

/** Checks whether a body that is not declared as HTML starts like HTML anyway. */
async function readOther(response: FetchedResponse, contentType: string): Promise<HtmlBody> {
  if (!DOUBTFUL_TYPE.test(contentType)) return { facts: null, bytes: 0, end: "complete", mismatch: null };
  let mismatch: string | null = null;
  const { bytes } = await readBody(response, SNIFFED_BYTES, (chunk) => {
    if (/^\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/is.test(headText(chunk, SNIFFED_BYTES)))
      mismatch = `HTML sent as ${contentType}`;
  });
  return { facts: null, bytes, end: "complete", mismatch };
}

const SNIFFED_BYTES = 1_024;

function looksLikeHtml(chunk: Uint8Array): boolean {
  return /<(?:!doctype\s+html|html|head|body|title|meta)\b/i.test(headText(chunk, SNIFFED_BYTES));
}

/** First bytes of other formats that servers send as HTML by mistake. */
const OTHER_KINDS: ReadonlyArray<readonly [pattern: RegExp, kind: string]> = [
  [/^%PDF-/, "PDF"],
  [/^\x89PNG/, "PNG image"],
  [/^GIF8/, "GIF image"],
  [/^\xff\xd8\xff/, "JPEG image"],
  [/^PK[^\w\s]{2}/, "ZIP archive"],
  [/^\s*(?:<\?xml[^>]*>\s*)?<(?:rss|feed|urlset|sitemapindex|svg)\b/, "XML"],
  [/^\s*(?:\{\s*"[^"]*"\s*:|\[\s*[[{"\d])/, "JSON"],
];

function otherKind(chunk: Uint8Array): string | null {
  // Nearly every page begins with `<!doctype` or a comment.
  if (chunk[0] === 0x3c && chunk[1] === 0x21) return null;
  const head = headText(chunk, SNIFFED_BYTES);
  return OTHER_KINDS.find(([pattern]) => pattern.test(head))?.[1] ?? null;
}
