import { hash53 } from "../../../lib/crypto/hash";
import { DAY_MS } from "../../../lib/time/time";
import { newRun, type RunConfig, type RunState } from "../../model/run/run-state";
import type { Frontier } from "./frontier";
import type { KeptFiles } from "./kept-files";
import type { KeptRun } from "./kept-run";
import { dropLogs, passLogs } from "./log-table";
import type { KeptPage } from "./pages/kept-page";
import type { PageTable } from "./pages/page-table";

/** The run whose unfinished frontier is kept for the next run of the same scope. */
interface Parked {
  runId: string;
  scopeKey: string;
  /** Hash of the seeds of a run of given URLs alone; null: of another mode. */
  seeds?: number | null;
  at: number;
}

/** An older saved frontier says too little about the site today. */
const PARKED_MAX_AGE_MS = 30 * DAY_MS;

/**
 * Allows one run at a time: the record of the active run is the lock. The frontier goes with the lock: a run begins
 * with an empty frontier or with the one kept for its scope. Call it inside a transaction.
 */
export class RunLock {
  constructor(
    private readonly kv: SyncKvStorage,
    private readonly kept: KeptRun,
    private readonly frontier: Frontier,
    private readonly files: KeptFiles,
    private readonly pages: PageTable,
    private readonly sql: SqlStorage,
  ) {}

  take(config: RunConfig, token: string, now: number): RunState {
    const parked = this.unpark(config, now);
    const run = newRun(config, token, now, parked?.runId ?? null);
    // The frontier has the seeds. A value of the storage may take 2 MB, which a long list exceeds; the first says where
    // the site's home is.
    this.kept.begin(run, { ...config, seeds: config.seeds.slice(0, 1), seedsHash: hashOfSeeds(config) });
    const hasPages = parked !== null && this.pages.has(parked.runId);
    if (parked) {
      this.pages.store(config.runId, carried(this.pages.all(parked.runId), parked.at));
      passLogs(this.sql, parked.runId, config.runId);
      this.files.continue();
    }
    // A list goes on where it stopped: starting again with its first URLs would never reach the last ones.
    const again = !hasPages && config.mode !== "selected";
    this.frontier.begin(parked !== null, config.newPagesOnly ? [] : config.seeds, run.sampling, again);
    return run;
  }

  /** `park`: keeps the frontier for the next run of the same scope, if it has URLs left. */
  free(park: boolean, now: number): void {
    const config = this.kept.config();
    if (park && config && this.frontier.hasPending) {
      const { runId, scopeKey, seedsHash: seeds = null } = config;
      this.kv.put<Parked>("parked", { runId, scopeKey, seeds, at: now });
    }
    dropLogs(this.sql, this.kv.get<Parked>("parked")?.runId ?? null);
    this.kept.clear();
    this.frontier.forget();
    this.files.forget();
  }

  /** The run that may still be continued; null: there is none. Its pages must stay where the next run can take them. */
  parkedRun(now: number): string | null {
    const parked = this.kv.get<Parked>("parked");
    return parked && now - parked.at < PARKED_MAX_AGE_MS ? parked.runId : null;
  }

  forgetParked(): void {
    this.kv.delete("parked");
  }

  /**
   * Takes up what was left for this scope. Returns the run that left it; null: there is none, it is too old, or it has
   * the URLs of another list.
   */
  private unpark(config: RunConfig, now: number): Parked | null {
    const parked = this.kv.get<Parked>("parked");
    if (!parked || parked.scopeKey !== config.scopeKey) return null;
    if ((parked.seeds ?? null) !== hashOfSeeds(config)) return null;
    this.forgetParked();
    if (now - parked.at >= PARKED_MAX_AGE_MS) return null;
    return parked;
  }
}

/** Runs of given URLs alone continue only with the same URLs, in any order. Null: the run finds its own URLs. */
function hashOfSeeds({ mode, seeds }: RunConfig): number | null {
  return mode === "selected" ? hash53([...seeds].sort().join("\n")) : null;
}

/**
 * The pages of the run that another one continues. A page's pattern belongs to the sampling of its own run, and the page is
 * compared with other pages again. `fetchedAt`: when that run ended, epoch ms.
 */
function* carried(pages: Iterable<KeptPage>, fetchedAt: number): Generator<KeptPage> {
  for (const page of pages)
    yield { ...page, pattern: null, crossIssues: "[]", linkedFrom: null, carriedAt: page.carriedAt ?? fetchedAt };
}
