import { makeZip } from "client-zip";
import { exportedReferrals, exportedVisitRows, exportedVisits, type ExportedTable } from "../analytics";
import { exportedRows, EXPORTED } from "./account-export-repo";
import { exportAccount, exportDomains, exportLog, listDomains, type AccountExport } from "../accounts";
import { exportedRuns, exportedTrends } from "../audit";
import { exportedAnswers, exportedReports } from "../mentions";
import { exportLedger } from "../prerender";
import { exportedDeliveries, exportedWebhooks } from "../automation/webhooks/exported-webhooks";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { streamText } from "../http/stream-text";

const README = `This archive contains all data that the service stores for your account.

account.json, domains.json, api-keys.json, stats-tokens.json, connected-apps.json, members.json: the account itself. The service stores only hashes of passwords and keys, and the archive does not include them.
*.ndjson: one JSON object per line, for all domains. Times are epoch milliseconds, days are UTC.
audits/: the pages of each audit, one per line.
visits/: crawler visits, one line per path, day and crawler.
ledger/: what the cache had for crawlers, day by day, as crawlready verify-ledger reads it.
webhooks.json, webhook-deliveries.ndjson: endpoints without their secrets, and what was sent to them in the last 30 days.
referrals.ndjson: people whom AI assistants sent, per day, path and assistant.

The archive does not include snapshots of your pages and earlier versions of their text, because they are copies of your own site.
`;

type File = { name: string; lastModified: Date; input: string | ReadableStream<Uint8Array> };

/** All data of an account as one zip, streamed as it is read, so memory use stays constant. */
export const accountArchive: AccountExport = (env, accountId, now) => makeZip(filesOf(env, accountId, now));

async function* filesOf(env: Bindings, accountId: string, now: number): AsyncGenerator<File> {
  const lastModified = new Date(now);
  const db = openDb(env.DB);
  yield { name: "README.txt", lastModified, input: README };
  for (const [name, value] of Object.entries(await exportAccount(db, accountId, now)))
    yield { name: `${name}.json`, lastModified, input: JSON.stringify(value, null, 2) };
  yield { name: "domains.json", lastModified, input: streamText(list(exportDomains(db, accountId))) };
  yield { name: "webhooks.json", lastModified, input: JSON.stringify(await exportedWebhooks(env, accountId), null, 2) };
  const deliveries = streamText(lines(exportedDeliveries(env, accountId)));
  yield { name: "webhook-deliveries.ndjson", lastModified, input: deliveries };
  yield { name: "audit-log.ndjson", lastModified, input: streamText(lines(exportLog(db, accountId))) };
  for (const [name, source] of Object.entries(EXPORTED))
    yield { name, lastModified, input: streamText(lines(exportedRows(env, accountId, source))) };
  const domains = await listDomains(db, accountId);
  const byId = domains.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  yield { name: "audit-trends.ndjson", lastModified, input: streamText(lines(trends(env, domains))) };
  for (const [name, table] of Object.entries(VISIT_FILES))
    yield { name, lastModified, input: streamText(lines(visitRows(env, byId, table))) };
  for (const [name, read] of Object.entries(MENTION_FILES))
    yield { name, lastModified, input: streamText(lines(ofDomains(env, byId, read))) };
  yield { name: "referrals.ndjson", lastModified, input: streamText(lines(referrals(env, byId))) };
  for (const { id, domain } of domains) {
    const input = streamText(lines(exportedVisits(env, id)));
    yield { name: `visits/${fileName(domain)}.ndjson`, lastModified, input };
    const ledger = streamText(exportLedger(env, { id, domain }, now));
    yield { name: `ledger/${fileName(domain)}.jsonl`, lastModified, input: ledger };
  }
  for await (const { id, domain, pages } of exportedRuns(env, accountId))
    yield { name: `audits/${fileName(domain)}/${id}.ndjson`, lastModified, input: pages };
}

async function* trends(env: Bindings, domains: Awaited<ReturnType<typeof listDomains>>): AsyncGenerator<object[]> {
  for (const { id, domain } of domains)
    for await (const rows of exportedTrends(env, id))
      yield rows.map(({ path_hash, points }) => ({ domain, path_hash, points }));
}

async function* referrals(env: Bindings, domains: ReadonlyArray<{ id: string; domain: string }>) {
  for (const { id, domain } of domains)
    for await (const rows of exportedReferrals(env, id)) yield rows.map((row) => Object.assign({ domain }, row));
}

/** File name in the archive → table of the domains' visits. */
const VISIT_FILES: Record<string, ExportedTable> = {
  "visits-by-day.ndjson": "visit_total",
  "robots-txt.ndjson": "robots_version",
  "robots-violations.ndjson": "visit_violation",
  "crawler-answers.ndjson": "visit_response",
};

/** File name in the archive → what it has of each domain. */
const MENTION_FILES: Record<string, DomainRows> = {
  "prompt-runs.ndjson": exportedAnswers,
  "visibility-reports.ndjson": exportedReports,
};

type DomainRows = (env: Bindings, domainId: string) => AsyncGenerator<object[]>;

async function* ofDomains(env: Bindings, domains: ReadonlyArray<{ id: string; domain: string }>, read: DomainRows) {
  for (const { id, domain } of domains)
    for await (const rows of read(env, id)) yield rows.map((row) => Object.assign({ domain }, row));
}

async function* visitRows(env: Bindings, domains: ReadonlyArray<{ id: string; domain: string }>, table: ExportedTable) {
  for (const { id, domain } of domains)
    for await (const rows of exportedVisitRows(env, id, table)) yield rows.map((row) => Object.assign({ domain }, row));
}

async function* lines(batches: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  for await (const rows of batches) if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** The rows as one JSON array. */
async function* list(batches: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const rows of batches)
    for (const row of rows) {
      yield before + JSON.stringify(row, null, 2);
      before = ",\n";
    }
  yield before === ",\n" ? "\n]\n" : "[]\n";
}

/** Some file systems do not allow a port's colon in file names. */
const fileName = (domain: string) => domain.replaceAll(/[^\w.-]/g, "_");
