import { findDomainById } from "../../accounts";
import { crawlerVisits, windowBetween } from "../../analytics";
import { openDb } from "../../db/client";
import { signerOf, type Bindings } from "../../env";
import { DAY_MS, dayNumber, dayText, HOUR_MS } from "../../lib/time/time";
import { rootOf, signedDay, type LedgerDay, type LedgerEntry, type LedgerVisits } from "../core/ledger";
import type { JournaledRender } from "../core/turns/render-journal";
import { pageOfKey } from "../core/variant";
import { addDay, lastClosed } from "./ledger-rows";

type Storage = Pick<DurableObjectStorage, "sql" | "kv">;
type Env = Pick<Bindings, "DB" | "DOMAIN_VISITS"> & Parameters<typeof signerOf>[0];

/** A day is closed so long after its end, when its last renders and visits have been counted. */
const CLOSED_AFTER_MS = 2 * HOUR_MS;
/** Days closed at once. */
const DAYS = 7;
/** Renders that are read. */
const MOST_RENDERS = 20_000;
const MOST_ENTRIES = 5_000;
const MOST_VISITS = 2_000;

/** The renders of the log that began at or after a time, with what they brought. */
type Renders = (since: number) => Iterable<JournaledRender>;

/** The last day that was looked at, in the object's storage. */
const CLOSED_TO = "ledgerTo";

/**
 * Closes the days that have ended, in order. Each day begins where the one before ended, so a call that comes twice adds none. A
 * day without renders and visits has no place in the chain.
 */
export async function closeDays(
  storage: Storage,
  env: Env,
  domainId: string,
  renders: Renders,
  now: number,
): Promise<void> {
  const until = dayNumber(now - CLOSED_AFTER_MS);
  const from = Math.max((storage.kv.get<number>(CLOSED_TO) ?? until - 2) + 1, until - DAYS);
  if (from >= until) return;
  const row = await findDomainById(openDb(env.DB), domainId);
  if (!row) return;
  for (let day = from; day < until; day++) {
    const content = await contentOf(renders, env, domainId, day);
    const isEmpty = content.entries.length + content.visits.length === 0;
    if (!isEmpty && !(await closeDay(storage, env, row.domain, { day: dayText(day), ...content }))) return;
    storage.kv.put(CLOSED_TO, day);
  }
}

async function closeDay(
  { sql }: Storage,
  env: Env,
  domain: string,
  open: Omit<LedgerDay, "previous">,
): Promise<boolean> {
  const previous = lastClosed(sql)?.root ?? "";
  const root = rootOf(domain, { ...open, previous });
  const signed = await signerOf(env)?.signText(signedDay(domain, open.day, previous, root));
  const { day, ...content } = open;
  return addDay(sql, { day, previous, root, signature: signed ?? null, content });
}

async function contentOf(made: Renders, env: Env, domainId: string, day: number) {
  const { entries, left: unread } = entriesOf(made, day);
  const visits: LedgerVisits[] = [];
  for await (const rows of crawlerVisits(env, domainId, windowBetween(day * DAY_MS, day * DAY_MS)))
    for (const { path, crawler, verified } of rows) if (verified > 0) visits.push([path, crawler.token, verified]);
  visits.sort((a, b) => b[2] - a[2] || (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] < b[1] ? -1 : 1));
  const left = unread + Math.max(0, entries.length - MOST_ENTRIES) + Math.max(0, visits.length - MOST_VISITS);
  return { entries: entries.slice(0, MOST_ENTRIES), visits: visits.slice(0, MOST_VISITS), left };
}

/** The stored renders of a day, in order; those of a page that brought the same are one. */
function entriesOf(rendersSince: Renders, day: number): { entries: LedgerEntry[]; left: number } {
  const renders: Array<Required<Pick<JournaledRender, "id" | "key" | "made">>> = [];
  let left = 0;
  for (const { id, key, made } of rendersSince(day * DAY_MS)) {
    if (!made || dayNumber(made.at) !== day) continue;
    if (renders.length < MOST_RENDERS) renders.push({ id, key, made });
    else left++;
  }
  renders.sort((a, b) => a.made.at - b.made.at || a.id - b.id);
  const latest = new Map<string, LedgerEntry>();
  const entries: LedgerEntry[] = [];
  for (const { key, made } of renders) {
    const { path, variant: screen } = pageOfKey(key);
    const { at, status, body, text, shown, alike } = made;
    const known = latest.get(key);
    if (known && known.status === status && known.body === body && known.shown === shown) {
      known.last = at;
      known.renders++;
      continue;
    }
    const entry: LedgerEntry = { path, screen, status, at, last: at, renders: 1, body, text, shown, alike };
    latest.set(key, entry);
    entries.push(entry);
  }
  return { entries, left };
}
