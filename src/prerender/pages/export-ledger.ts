import type { DomainRow } from "../../accounts";
import { signerOf, type Bindings } from "../../env";
import { dayNumber } from "../../lib/time/time";
import { LEDGER_FORM, signedEnd, type LedgerEntry } from "../core/ledger";
import { indexOf } from "../cache/index-of";

type Env = Pick<Bindings, "SNAPSHOT_INDEX"> & Parameters<typeof signerOf>[0];
type Site = Pick<DomainRow, "id" | "domain">;

const DAYS = 10;
/** Days of a page that are looked through. */
const LOOKED_AT = 200;

/** The whole ledger as lines of JSON: a header, a line per day, and the signed end. docs/ledger.md. */
export async function* exportLedger(env: Env, { id, domain }: Site, now: number): AsyncGenerator<string> {
  await indexOf(env, id).closeEndedDays(now);
  const signer = signerOf(env);
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  const keys = (await signer?.publicKeys()) ?? [];
  yield line({ ledger: LEDGER_FORM, domain, keys: keys.map(({ kty, crv, x }) => ({ kty, crv, x })) });
  let root = "";
  let days = 0;
  for (let after = -1; ;) {
    const part = await indexOf(env, id).ledgerDays(after, DAYS);
    for (const { content, ...day } of part) {
      const { entries = null, visits = null, left = 0 } = content ?? {};
      yield line({ ...day, entries, visits, left });
      ({ root } = day);
      days++;
    }
    if (part.length < DAYS) break;
    after = dayNumber(Date.parse(part.at(-1)!.day));
  }
  const signature = (await signer?.signText(signedEnd(domain, days, root, now))) ?? null;
  yield line({ end: true, days, root, exportedAt: now, signature });
}

export interface ServedDay {
  day: string;
  signed: boolean;
  entries: LedgerEntry[];
  /** Verified visits by crawler. */
  visits: Array<{ crawler: string; visits: number }>;
}

/** What the ledger says of one page, the latest day first; and how many days it has. */
export async function servedDays(
  env: Pick<Bindings, "SNAPSHOT_INDEX">,
  { id }: Site,
  path: string,
  { limit, now }: { limit: number; now: number },
) {
  const index = indexOf(env, id);
  await index.closeEndedDays(now);
  const span = await index.ledgerSpan();
  const found: ServedDay[] = [];
  for (let after = dayNumber(now) - LOOKED_AT; ;) {
    const part = await index.ledgerDays(after, DAYS);
    for (const { day, signature, content } of part) {
      const entries = content?.entries.filter((entry) => entry.path === path) ?? [];
      const visits = content?.visits.filter((visit) => visit[0] === path) ?? [];
      if (entries.length + visits.length === 0) continue;
      const counts = visits.map(([, crawler, count]) => ({ crawler, visits: count }));
      found.push({ day, signed: signature !== null, entries, visits: counts });
    }
    if (part.length < DAYS) return { ...span, found: found.reverse().slice(0, limit) };
    after = dayNumber(Date.parse(part.at(-1)!.day));
  }
}
