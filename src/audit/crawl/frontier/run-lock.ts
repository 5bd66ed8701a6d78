import { DAY_MS } from "../../../lib/time";
import { newRun, type RunConfig, type RunState } from "../../model/run/run-state";
import type { Frontier } from "./frontier";
import type { KeptRun } from "./kept-run";

/** What a run left undone, put aside for the next run of the same scope. */
interface Parked {
  runId: string;
  scopeKey: string;
  at: number;
}

/** A frontier that was put aside longer ago than this says little about the site. */
const PARKED_MAX_AGE_MS = 30 * DAY_MS;

/**
 * One run at a time: the row of the run at work is the lock. With it the frontier changes hands: a run begins with an empty one
 * or with the one that is parked for its scope. Called inside a transaction.
 */
export class RunLock {
  constructor(
    private readonly kv: SyncKvStorage,
    private readonly kept: KeptRun,
    private readonly frontier: Frontier,
  ) {}

  take(config: RunConfig, token: string, now: number): RunState {
    this.frontier.clear();
    const run = newRun(config, token, now, this.unpark(config.scopeKey, now));
    this.frontier.begin(config.newPagesOnly ? [] : config.seeds, run.sampling);
    return this.kept.begin(run, config);
  }

  /** `park`: what is left undone waits for the next run of the same scope. */
  free(park: boolean, now: number): void {
    const config = this.kept.config();
    if (park && config && this.frontier.hasPending()) {
      this.frontier.park();
      this.kv.put<Parked>("parked", { runId: config.runId, scopeKey: config.scopeKey, at: now });
    }
    this.kept.clear();
    this.frontier.clear();
  }

  forgetParked(): void {
    this.kv.delete("parked");
  }

  /** Takes up what waits for a run of this scope. Returns the run that left it; null: nothing, or it is too old. */
  private unpark(scopeKey: string, now: number): string | null {
    const parked = this.kv.get<Parked>("parked");
    if (!parked || parked.scopeKey !== scopeKey) return null;
    this.forgetParked();
    if (now - parked.at >= PARKED_MAX_AGE_MS) return null;
    this.frontier.unpark();
    return parked.runId;
  }
}
