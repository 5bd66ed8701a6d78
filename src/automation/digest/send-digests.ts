import { findDomainById, linkOrigin } from "../../accounts";
import { dailyVisits } from "../../analytics";
import { weekOfRuns } from "../../audit";
import { openDb } from "../../db/client";
import { settingsOf, type Bindings } from "../../env";
import { firstList } from "../../insights";
import { sitePath } from "../../lib/hosts/page-paths";
import { log } from "../../lib/text/log";
import { DAY_MS, HOUR_MS, startOfUtcDay } from "../../lib/time/time";
import { digestMail, mailerOf, trySending } from "../../mail";
import { digestOf, digestWeek, firstLine, type VisitsOfWeek } from "./core/digest";
import { giveBackWeek, lastOfPart, takeWeek, waitingReaders, type Reader } from "./digest-repo";
import { unsubscribeLink } from "./unsubscribe-link";

/** Each takes about eight queries and calls, some thirty more if something has changed, and three per further owner. */
const DOMAINS_A_STEP = 10;
const WEEK_DAYS = 7;

type Said = { subject: string; parts: Array<{ text: string; url: string }> };

/**
 * Daily cron: on Mondays, mails each owner what changed at a domain in the last seven days. Who was not reached then gets it on Tuesday.
 * Each reader's week is taken before the mail goes out, so that a step that runs twice mails once. Once the hour's mails are used up, the
 * job goes on in the next hour with the domain where it stopped. `after`: the last domain.
 */
export async function sendDigests(
  env: Bindings,
  now: number,
  after: string | null,
): Promise<string | { after: string | null; waitMs: number } | null> {
  const week = digestWeek(now);
  const [host] = settingsOf(env).apiHosts;
  if (week === null || host === undefined || !env.AUTH_SECRET || !mailerOf(env)) return null;
  const db = openDb(env.DB);
  const origin = linkOrigin(settingsOf(env).apiHosts, `http://${host}`);
  const readers = await waitingReaders(db, week, after ?? "", DOMAINS_A_STEP);
  let done = after;
  for (const [domainId, owners] of Map.groupBy(readers, (reader) => reader.domainId)) {
    const said = await sayFor(env, domainId, owners[0]!.domain, origin, now);
    for (const reader of said === undefined ? [] : owners) {
      const isMailed = await mailReader(env, reader, said ?? null, week, origin);
      if (!isMailed) return { after: done, waitMs: HOUR_MS };
    }
    done = domainId;
  }
  return lastOfPart(db, after ?? "", DOMAINS_A_STEP);
}

/** What a domain's mail says; undefined: it can't be told now, which must not keep the other domains waiting. */
async function sayFor(env: Bindings, domainId: string, domain: string, origin: string, now: number) {
  try {
    return await digestFor(env, domainId, domain, origin, now);
  } catch (error) {
    log("warn", "digest_failed", { domainId, error: String(error).slice(0, 200) });
    return undefined;
  }
}

/** Mails a reader once. A mail that is not accepted gives the week back. False: the hour's mails are used up. */
async function mailReader(env: Bindings, reader: Reader, said: Said | null, week: string, origin: string) {
  const db = openDb(env.DB);
  if (!(await takeWeek(db, reader, week)) || !said) return true;
  const unsubscribeUrl = await unsubscribeLink(origin, env.AUTH_SECRET!, reader);
  const mail = digestMail(reader.email, { domain: reader.domain, ...said, unsubscribeUrl });
  const outcome = await trySending(env, mail, "digest");
  if (outcome !== "sent") await giveBackWeek(db, reader, week);
  return outcome !== "ceiling";
}

/** The subject and the parts of a domain's mail; null: nothing has changed. */
async function digestFor(
  env: Bindings,
  domainId: string,
  domain: string,
  origin: string,
  now: number,
): Promise<Said | null> {
  const since = startOfUtcDay(now) - WEEK_DAYS * DAY_MS;
  const [runs, visits] = await Promise.all([weekOfRuns(env, domainId, since), weekOfVisits(env, domainId, now)]);
  const said = digestOf(domain, runs, visits);
  if (!said) return null;
  const pages = {
    run: () => sitePath(domain, "audits/:runId", { runId: runs?.runId ?? "" }),
    crawlers: () => sitePath(domain, "crawlers"),
  };
  const parts = said.lines.map(({ text, page }) => ({ text, url: origin + pages[page]() }));
  const site = await findDomainById(openDb(env.DB), domainId);
  const [first] = site ? (await firstList(env, site, now)).entries : [];
  if (first) parts.push({ text: firstLine(first), url: origin + first.page });
  return { subject: said.subject, parts };
}

/** Visits of crawlers that are who they say, in the seven days before today and the seven before those. */
async function weekOfVisits(env: Bindings, domainId: string, now: number): Promise<VisitsOfWeek> {
  const { rows, today } = await dailyVisits(env, domainId, 2 * WEEK_DAYS + 1, now);
  const sum = (from: number, to: number) =>
    rows.reduce((all, { day, visits, spoofed }) => all + (!spoofed && day >= from && day < to ? visits : 0), 0);
  return { now: sum(today - WEEK_DAYS, today), before: sum(today - 2 * WEEK_DAYS, today - WEEK_DAYS) };
}
