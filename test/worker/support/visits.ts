import { createExecutionContext, createMessageBatch, getQueueResult, runInDurableObject } from "cloudflare:test";
import { expect, vi } from "vitest";
import { classifyUserAgent } from "../../../src/analytics/catalogue/classify";
import { consumeVisits } from "../../../src/analytics/consumer";
import type { DomainVisits } from "../../../src/analytics/domain-visits.do";
import { unpackIds } from "../../../src/analytics/core/packed/packed-ids";
import type { VisitEvent } from "../../../src/analytics/count/record-visits";
import { VisitStore } from "../../../src/analytics/domain-visits/visit-store";
import { env, newAccount } from "./api.ts";

/** Runs `read` on the storage of a domain's visits. */
export function inVisits<T>(domainId: string, read: (storage: DurableObjectStorage) => T): Promise<T> {
  return runInDurableObject(env.DOMAIN_VISITS.getByName(domainId), (_, { storage }) => read(storage));
}

/** How many rows a table of a domain's visits has; 0 if the object is empty. */
export function visitRows(domainId: string, table: string, where = "TRUE"): Promise<number> {
  return inVisits(domainId, ({ sql }) => {
    const known = sql.exec("SELECT 1 FROM sqlite_master WHERE name = ?", table).toArray();
    return known.length === 0
      ? 0
      : sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).one().n;
  });
}

/** Creates an account with one domain. */
export async function newVisits(domain: string) {
  const account = await newAccount("pro", [domain]);
  const id = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(domain).first<string>("id");
  return { account, domain, id: id! };
}

/** A served visit of a crawler. */
export const visitOfBot = (domainId: string, change: Partial<VisitEvent> = {}): VisitEvent => ({
  id: crypto.randomUUID(),
  domainId,
  at: Date.now(),
  path: "/",
  ...classifyUserAgent("GPTBot/1.2")!,
  servedBy: "cache",
  ...change,
});

/** Delivers messages to the consumer. Returns which of them will be delivered again. */
export async function deliverVisits(
  messages: ReadonlyArray<readonly unknown[]>,
  bindings: object = {},
): Promise<string[]> {
  const batch = createMessageBatch(
    "crawlready-visits",
    messages.map((body, i) => ({ id: `m${i}`, timestamp: new Date(), attempts: 1, body })),
  );
  await consumeVisits(batch, { ...env, ...bindings });
  const { retryMessages, explicitAcks } = await getQueueResult(batch, createExecutionContext());
  expect(retryMessages.length + explicitAcks.length).toBe(messages.length);
  return retryMessages.map(({ msgId }) => msgId);
}

/** Works with the instance of a domain's visits. */
export const withVisits = <T>(domainId: string, work: (instance: DomainVisits) => T | Promise<T>) =>
  runInDurableObject(env.DOMAIN_VISITS.getByName(domainId), work);

/** Gives the instance of a domain's visits another D1. */
export const withDatabase = (domainId: string, database: D1Database) =>
  withVisits(domainId, (instance) => void Object.assign(instance, { env: { ...env, DB: database } }));

/** How many visits by the cache and by renders a domain's object has counted. */
export async function countedVisits(domainId: string): Promise<number> {
  const days = await withVisits(domainId, (instance) => instance.daily({ firstDay: 0, lastDay: 65_535 }));
  return days.reduce((sum, { cache, render }) => sum + cache + render, 0);
}

/** How many paths and ids a domain's object knows. */
export function knownVisits(domainId: string): Promise<{ paths: number; ids: number }> {
  return inVisits(domainId, ({ sql }) => {
    const store = new VisitStore(sql);
    const ids = new Set(store.unmerged.ids.keys());
    for (const row of sql.exec<{ ids: ArrayBuffer }>("SELECT ids FROM visit_id"))
      for (const key of unpackIds(row.ids).keys) ids.add(key);
    return { paths: store.paths.count, ids: ids.size };
  });
}

/** The rows that an object's SQLite writes while `work` runs. */
export async function rowsWritten(domainId: string, work: () => Promise<unknown>): Promise<number> {
  const exec = await withVisits(domainId, (instance) => vi.spyOn((instance as any).storage.sql as SqlStorage, "exec"));
  await work();
  const cursors = exec.mock.results.map(({ value }) => value as SqlStorageCursor<any>);
  exec.mockRestore();
  return cursors.reduce((sum, cursor) => sum + cursor.rowsWritten, 0);
}
