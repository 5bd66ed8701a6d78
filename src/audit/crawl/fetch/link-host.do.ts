import { DurableObject } from "cloudflare:workers";
import { upgradeObject } from "../../../db/object-schema";
import { settingsOf, type Bindings } from "../../../env";
import { DAY_MS, SECOND_MS } from "../../../lib/time/time";
import { guardedFetch, lookupDns } from "../../../web";
import { isFinal, keptMs, type LinkTries } from "../../model/site/link-tries";
import { NO_STATUS } from "../../model/site/file-statuses";
import { LINK_STEPS } from "./link-steps";

/** The status of a link, or how long the caller must wait until the next request to its server. */
export type LinkStatus = { status: number } | { waitMs: number };

const PAUSE_MS = SECOND_MS;
const TIMEOUT_MS = 6 * SECOND_MS;
/** No status is kept for longer. */
const KEPT_MS = 7 * DAY_MS;
const MAX_LINKS = 20_000;

interface Kept extends LinkTries {
  final: number;
  askedAt: number;
}

/**
 * One object per server name that audited pages link to: the statuses of URLs under it, for all runs, and the pause between
 * our requests to it. It knows no account and no domain, and returns nothing but a status.
 */
export class LinkHost extends DurableObject<Bindings> {
  private readonly sql = this.ctx.storage.sql;
  private nextAt = 0;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    upgradeObject(ctx.storage, LINK_STEPS);
  }

  /** The status of a URL, known or requested now. Sends at most one request per second. */
  async look(url: string): Promise<LinkStatus> {
    const now = Date.now();
    const kept = this.kept(url);
    if (kept?.final === 1 && now - kept.askedAt < keptMs(kept.status)) return { status: kept.status };
    if (now < this.nextAt) return { waitMs: this.nextAt - now };
    this.nextAt = now + PAUSE_MS;
    const before: LinkTries = kept?.final === 0 ? kept : { status: NO_STATUS.silent, tries: 0 };
    const status = await this.ask(new URL(url), before.tries === 0 ? "HEAD" : "GET");
    const isOver = isFinal(before, status);
    this.keep(url, { status, tries: before.tries + 1, final: isOver ? 1 : 0, askedAt: Date.now() });
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + KEPT_MS);
    return isOver ? { status } : { waitMs: Math.max(1, this.nextAt - Date.now()) };
  }

  private kept(url: string): Kept | null {
    const query = `SELECT status, tries, final, asked_at AS askedAt FROM link WHERE url = ?1`;
    return (this.sql.exec(query, url).toArray()[0] as Kept | undefined) ?? null;
  }

  private keep(url: string, { status, tries, final, askedAt }: Kept): void {
    this.ctx.storage.transactionSync(() => {
      const write = `INSERT INTO link (url, status, tries, final, asked_at) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT DO UPDATE SET status = ?2, tries = ?3, final = ?4, asked_at = ?5`;
      this.sql.exec(write, url, status, tries, final, askedAt);
      this.sql.exec(
        `DELETE FROM link WHERE url IN (SELECT url FROM link ORDER BY asked_at DESC LIMIT -1 OFFSET ${MAX_LINKS})`,
      );
    });
  }

  /** Redirects are not followed: the link works, and its target may be on any host. */
  private async ask(url: URL, method: "HEAD" | "GET"): Promise<number> {
    const { allowPrivateHosts, dnsResolver } = settingsOf(this.env);
    const rules = { hosts: new Set<string>(), anyPublicHost: true, via: null, allowPrivateHosts };
    const headers: Record<string, string> = method === "GET" ? { range: "bytes=0-0" } : {};
    const response = await guardedFetch(url, { rules, method, headers, timeoutMs: TIMEOUT_MS });
    if (response.ok) {
      response.release();
      return response.status;
    }
    if (response.failure !== "unreachable") return NO_STATUS.silent;
    for (const type of ["A", "AAAA"] as const) {
      const found = await lookupDns(url.hostname, type, dnsResolver, allowPrivateHosts);
      if (!found.ok || found.values.length > 0) return NO_STATUS.silent;
    }
    return NO_STATUS.noSuchHost;
  }

  /** Deletes statuses that no longer count. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    this.sql.exec("DELETE FROM link WHERE asked_at <= ?1", now - KEPT_MS);
    const { oldest } = this.sql.exec<{ oldest: number | null }>("SELECT min(asked_at) AS oldest FROM link").one();
    if (oldest !== null) return this.ctx.storage.setAlarm(oldest + KEPT_MS);
    await this.ctx.storage.deleteAll();
    upgradeObject(this.ctx.storage, LINK_STEPS);
  }
}
