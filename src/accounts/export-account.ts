import type { Db } from "../db/client";
import type { Bindings } from "../env";
import { limitRate } from "./limit-rate";
import { listActions } from "./action-repo";
import { listApiKeys, listStatsTokens } from "./credential-repo";
import { listDomains } from "./domain-repo";
import { listPeople } from "./members";
import { presentAccount, presentDomain } from "./presenters";
import { findAccount } from "./repo";

/** Exports all account data as one zip. Passed in because the modules that hold the data depend on this one. */
export type AccountExport = (env: Bindings, accountId: string, now: number) => ReadableStream<Uint8Array>;

/** Exports per minute and account. */
const EXPORTS_A_MINUTE = 5;

export function limitExport(env: Pick<Bindings, "RATE_LIMITER">, accountId: string): Promise<void> {
  return limitRate(env, `export:${accountId}`, EXPORTS_A_MINUTE);
}

/** The data that this area stores about an account, by file name. Contains no credentials. */
export async function exportAccount(db: Db, accountId: string, now: number) {
  const [account, members, domains, apiKeys, statsTokens] = await Promise.all([
    findAccount(db, accountId),
    listPeople(db, accountId, now),
    listDomains(db, accountId),
    listApiKeys(db, accountId),
    listStatsTokens(db, accountId),
  ]);
  return {
    account: account && presentAccount(account),
    members,
    domains: domains.map(presentDomain),
    "api-keys": apiKeys,
    "stats-tokens": statsTokens,
  };
}

const LOG_PAGE = 500;

/** Yields the account's action log in pages, newest first. */
export async function* exportLog(db: Db, accountId: string) {
  const all = { accountId, userId: null, action: undefined };
  for (let before: { at: number; id: string } | null = null; ;) {
    const rows: Awaited<ReturnType<typeof listActions>> = await listActions(db, all, before, LOG_PAGE);
    yield rows.map(({ accountId: _account, ...row }) => row as Record<string, unknown>);
    if (rows.length < LOG_PAGE) return;
    const { at, id } = rows.at(-1)!;
    before = { at, id };
  }
}
