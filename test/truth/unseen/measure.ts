import { COMPARED } from "../../support/truth/compare.ts";
import { secondAudit } from "../../support/truth/second-audit.ts";
import { ORIGIN, type Result, type Site } from "../../support/truth/site.ts";
import { DEFINED, definedAcross, definedPage, type Crawled } from "./definitions.ts";

/** A finding that only one side has, or both. */
export interface Finding {
  path: string;
  check: string;
  by: "both" | "ours" | "theirs";
  details?: unknown;
}

/** The bytes as browsers read them: by mark, else by what the first 1,024 bytes declare, else windows-1252. */
export function decoded(body: Uint8Array): string {
  const head = Buffer.from(body.subarray(0, 1_024)).toString("latin1");
  const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ?? "windows-1252";
  const label = head.startsWith("\xef\xbb\xbf") || /^utf-?16/i.test(declared) ? "utf-8" : declared;
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder("windows-1252").decode(body);
  }
}

/** Crawls with the second audit, and judges its pages by the definitions, too. */
export function referenceAudit(site: Site, start: string): Result {
  const result = secondAudit(site, start);
  const crawled = new Map<string, Crawled>();
  const look = (url: URL): Crawled => {
    const { status, location, contentType, body } = site(url.pathname + url.search);
    const isPage = status === 200 && location === undefined && contentType.includes("html");
    return { status, isRedirect: location !== undefined, defined: isPage ? definedPage(decoded(body), url) : null };
  };
  for (const path of result.keys()) {
    const url = new URL(path, ORIGIN);
    crawled.set(url.href, look(url));
  }
  const others = new Map<string, Crawled>();
  definedAcross(crawled, (address) => {
    const url = new URL(address);
    if (crawled.has(url.href) || url.origin !== ORIGIN) return crawled.get(url.href);
    if (!others.has(url.href)) others.set(url.href, look(url));
    return others.get(url.href);
  });
  for (const { defined } of crawled.values())
    if (defined) for (const id of defined.ids) result.get(defined.url.pathname + defined.url.search)?.issues.add(id);
  return result;
}

/** Every finding of either side on pages that both have; checks that only we know are `ours`. */
export function findings(ours: Result, theirs: Result): Finding[] {
  const known = new Set([...COMPARED, ...DEFINED]);
  const all: Finding[] = [];
  for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
    const [one, other] = [ours.get(path), theirs.get(path)];
    if (!one || !other) {
      all.push({ path, check: "page", by: one ? "ours" : "theirs" });
      continue;
    }
    for (const check of new Set([...one.issues, ...[...other.issues].filter((id) => known.has(id))])) {
      const by = !known.has(check) || !other.issues.has(check) ? "ours" : one.issues.has(check) ? "both" : "theirs";
      all.push({ path, check, by, details: one.details?.get(check) });
    }
  }
  return all;
}
