import type { Db } from "../../db/client";
import type { Bindings } from "../../env";
import { maskUrls } from "../../lib/hosts/url";
import { limitRate } from "../throttle/limit-rate";
import { listConnections } from "../repo/connections";
import { listActions } from "../repo/actions";
import { listApiKeys, listStatsTokens } from "../repo/credentials";
import { listPeople } from "../members/members";
import { presentAccount } from "../settings/presenters";
import { findAccount } from "../repo/accounts";

/** Exports all account data as one zip. Passed in because the modules that hold the data depend on this one. */
export type AccountExport = (env: Bindings, accountId: string, now: number) => ReadableStream<Uint8Array>;

/** Exports per minute and account. */
const EXPORTS_A_MINUTE = 5;

export function limitExport(env: Pick<Bindings, "RATE_LIMITER">, accountId: string): Promise<void> {
  return limitRate(env, `export:${accountId}`, EXPORTS_A_MINUTE);
}

/** The data that this area stores about an account, by file name, without its domains. Contains no credentials. */
export async function exportAccount(db: Db, accountId: string, now: number) {
  const [account, members, apiKeys, statsTokens, connections] = await Promise.all([
    findAccount(db, accountId),
    listPeople(db, accountId, now),
    listApiKeys(db, accountId),
    listStatsTokens(db, accountId),
    listConnections(db, accountId, null, now),
  ]);
  return {
    account: account && presentAccount(account),
    members,
    "api-keys": apiKeys,
    "stats-tokens": statsTokens,
    "connected-apps": connections,
  };
}

const LOG_PAGE = 500;

/** Yields the account's action log in parts, newest first. */
export async function* exportLog(db: Db, accountId: string) {
  const all = { accountId, userId: null, action: undefined };
  for (let before: { at: number; id: string } | null = null; ;) {
    const rows: Awaited<ReturnType<typeof listActions>> = await listActions(db, all, before, LOG_PAGE);
    yield rows.map(({ accountId: _account, ...row }) => ({ ...row, detail: maskUrls(row.detail) }));
    if (rows.length < LOG_PAGE) return;
    const { at, id } = rows.at(-1)!;
    before = { at, id };
  }
}
