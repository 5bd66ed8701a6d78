import type { Db } from "../../db/client";
import { fitting } from "../../lib/platform/fitting";
import { domainSizes, domainsNamed, type WantedNames } from "../repo/domains";
import { presentDomain } from "../settings/presenters";

/** The size of a part in bytes. The settings of one domain take at most 64 KiB. */
const PAGE_BYTES = 1024 * 1024;
/** What a domain takes in a response in addition to its settings. */
const FRAME_BYTES = 1_500;
/** The most domains per part of the export. */
const MOST_EXPORTED = 500;

/** A part of the wanted domains, ordered by name, bounded in number and bytes. */
export async function pageDomains(db: Db, accountId: string, wanted: WantedNames) {
  const { rows, nextCursor } = await pageRows(db, accountId, wanted);
  return { domains: rows.map(presentDomain), nextCursor };
}

async function pageRows(db: Db, accountId: string, wanted: WantedNames) {
  const { limit } = wanted;
  const sizes = await domainSizes(db, accountId, { ...wanted, limit: limit + 1 });
  const framed = sizes.slice(0, limit).map(({ domain, bytes }) => ({ domain, bytes: bytes + FRAME_BYTES }));
  const names = fitting(framed, PAGE_BYTES).map(({ domain }) => domain);
  const rows = names.length === 0 ? [] : await domainsNamed(db, accountId, names);
  return { rows, nextCursor: names.length < sizes.length ? names.at(-1)! : null };
}

/** Yields all domains of an account in such parts, with what routes of their own set. */
export async function* exportDomains(db: Db, accountId: string) {
  const all = { limit: MOST_EXPORTED, only: null };
  for (let after: string | null = ""; after !== null;) {
    const page: Awaited<ReturnType<typeof pageRows>> = await pageRows(db, accountId, { ...all, after });
    yield page.rows.map((row) => ({ ...presentDomain(row), crawlRouter: row.crawlRouter }));
    after = page.nextCursor;
  }
}
