import { upgradeObject, type ObjectStorage } from "../../../db/object-schema";
import { beginDeploy, covers, hasRoom, joinDeploy, newDeploy, type Deploy, type DeployOrder } from "../core/deploy";
import { PAGE_STATES, type PageState } from "../core/page-state";
import { countStates, forgetPages, pruneDeploys, samplePages } from "./ledger-pages";
import { LEDGER_STEPS } from "./tables";

const SAMPLE = 100;
/** The ledger has seen the whole sitemap, so a page that it does not know is new. */
const SITEMAP_SEEN = "sitemapSeen";

type Counts = Record<PageState, number>;
type Sample = Array<{ path: string; reason: string }>;

/** A deploy with what is known of its pages. */
export type DeployReport = Deploy & { pages: Counts; changedPaths: string[]; missed: Sample };

/** What became of an order. */
export interface Asked {
  /** The deploy that covers it; if it was refused, the deploy that blocks it or the one that it would have started. */
  deploy: Deploy;
  isNew: boolean;
  /** Why it was refused. `full`: too many named pages; `ref_conflict`: its ref names a deploy that does less. */
  refusal: "full" | "ref_conflict" | null;
}

interface Row {
  no: number;
  deploy: Deploy;
}

/** What a deploy's row contains. The part about pages is written when the deploy ends and its pages are dropped. */
type Stored = Deploy & Partial<Pick<DeployReport, "pages" | "changedPaths" | "missed">>;

/** The ledger of one domain's deploys: one row per deploy, its pages while it runs, and what is known of each page. */
export class DeployBook {
  readonly sql: SqlStorage;

  constructor(private readonly storage: ObjectStorage) {
    this.sql = storage.sql;
    upgradeObject(storage, LEDGER_STEPS);
  }

  transaction<T>(work: () => T): T {
    return this.storage.transactionSync(work);
  }

  /**
   * Takes an order. A known ref returns its deploy, unless that has failed. The call joins a waiting deploy, because
   * that deploy will see this release too. Otherwise a new one waits until the running one has ended.
   */
  ask(order: DeployOrder, now: number): Asked {
    return this.transaction(() => {
      const known = order.ref === null ? null : this.ofRef(order.ref);
      if (known && known.deploy.state !== "failed")
        return { deploy: known.deploy, isNew: false, refusal: covers(known.deploy, order) ? null : "ref_conflict" };
      const waiting = this.withState("waiting");
      const deploy = waiting ? joinDeploy(waiting.deploy, order) : newDeploy(crypto.randomUUID(), order, now);
      if (!hasRoom(deploy)) return { deploy: waiting?.deploy ?? deploy, isNew: false, refusal: "full" };
      const no = waiting?.no ?? this.insert(deploy);
      this.save(no, deploy);
      const keep = "INSERT INTO deploy_ref(ref, no) VALUES(?1, ?2) ON CONFLICT DO UPDATE SET no = ?2";
      if (order.ref !== null) this.sql.exec(keep, order.ref, no);
      return { deploy, isNew: !waiting, refusal: null };
    });
  }

  private insert(deploy: Deploy): number {
    const sql = "INSERT INTO deploy(id, record) VALUES(?1, ?2) RETURNING no";
    return this.sql.exec<{ no: number }>(sql, deploy.id, JSON.stringify(deploy)).one().no;
  }

  /** The deploy to work on: the one that runs, else the one that waits, which begins now. */
  current(now: number): Row | null {
    return this.transaction(() => {
      const running = this.withState("running");
      if (running) return running;
      const waiting = this.withState("waiting");
      if (!waiting) return null;
      const deploy = beginDeploy(waiting.deploy, this.storage.kv.get(SITEMAP_SEEN) !== true, now);
      this.save(waiting.no, deploy);
      return { no: waiting.no, deploy };
    });
  }

  noteSitemap(): void {
    this.storage.kv.put(SITEMAP_SEEN, true);
  }

  /** Whether there is work. */
  isBusy(): boolean {
    return this.withState("running") !== null || this.withState("waiting") !== null;
  }

  /**
   * Changes a deploy as it is stored now, so a late turn sees what others have done. A deploy that has ended does not
   * change. Returns the deploy.
   */
  change(no: number, next: (deploy: Deploy) => Deploy): Deploy {
    return this.transaction(() => {
      const { deploy } = this.one("no = ?1", String(no))!;
      if (deploy.endedAt !== null) return deploy;
      const changed = next(deploy);
      this.save(no, changed);
      return changed;
    });
  }

  private save(no: number, deploy: Deploy): void {
    const ended = deploy.endedAt !== null;
    const stored: Stored = ended ? { ...deploy, ...this.pagesOf(no) } : deploy;
    this.sql.exec("UPDATE deploy SET record = ?2 WHERE no = ?1", no, JSON.stringify(stored));
    if (!ended) return;
    pruneDeploys(this.sql, no);
    forgetPages(this.sql, deploy.endedAt!);
  }

  private pagesOf(no: number): Pick<DeployReport, "pages" | "changedPaths" | "missed"> {
    const counts = countStates(this.sql, no);
    const pages = Object.fromEntries(PAGE_STATES.map((state) => [state, counts[state] ?? 0])) as Counts;
    const changed = samplePages(this.sql, no, ["changed", "added"], SAMPLE);
    const missed = samplePages(this.sql, no, ["left_out", "not_rendered"], SAMPLE);
    return { pages, changedPaths: changed.map(({ path }) => path), missed };
  }

  /** Deploys, newest first, with a number below `before`. */
  list(before: number, limit: number): Array<{ no: number; report: DeployReport }> {
    const sql = "SELECT no, record FROM deploy WHERE no < ?1 ORDER BY no DESC LIMIT ?2";
    const rows = this.sql.exec<{ no: number; record: string }>(sql, before, limit).toArray();
    return rows.map(({ no, record }) => ({ no, report: this.report(no, JSON.parse(record) as Deploy) }));
  }

  find(id: string): DeployReport | null {
    const [row] = this.sql
      .exec<{ no: number; record: string }>("SELECT no, record FROM deploy WHERE id = ?1", id)
      .toArray();
    return row ? this.report(row.no, JSON.parse(row.record) as Deploy) : null;
  }

  private report(no: number, stored: Stored): DeployReport {
    return { ...this.pagesOf(no), ...stored };
  }

  private ofRef(ref: string): Row | null {
    return this.one("no = (SELECT no FROM deploy_ref WHERE ref = ?1)", ref);
  }

  private withState(state: Deploy["state"]): Row | null {
    return this.one("record ->> 'state' = ?1", state);
  }

  private one(condition: string, value: string): Row | null {
    const sql = `SELECT no, record FROM deploy WHERE ${condition} ORDER BY no LIMIT 1`;
    const [row] = this.sql.exec<{ no: number; record: string }>(sql, value).toArray();
    return row ? { no: row.no, deploy: JSON.parse(row.record) as Deploy } : null;
  }
}
