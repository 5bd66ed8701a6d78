import { log } from "../../../lib/text/log";
import { SECOND_MS } from "../../../lib/time/time";
import { redispatched, type RunState } from "../../model/run/run-state";
import type { Frontier } from "./frontier";
import type { KeptRun } from "./kept-run";

/** Sends a run's jobs. Each has its own token, which invalidates the token of the job before it. */
export class Jobs {
  constructor(
    private readonly transaction: <T>(work: () => T) => T,
    private readonly kept: KeptRun,
    private readonly frontier: Frontier,
    private readonly queue: Queue,
  ) {}

  /** Sends the run's current job, delayed by `restMs`. */
  async send({ domainId, runId, token }: RunState, restMs = 0): Promise<void> {
    try {
      await this.queue.send({ domainId, runId, token }, { delaySeconds: Math.ceil(restMs / SECOND_MS) });
    } catch (error) {
      // The watchdog sends another one after the claim timeout.
      log("warn", "crawl_job_not_sent", { runId, error: String(error) });
    }
  }

  /** Replaces the run's job with a new one. `resumed`: the old job stopped reporting. */
  async replace(run: RunState, resumed: boolean, restMs = 0): Promise<void> {
    const next = this.transaction(() => {
      this.frontier.release();
      return this.kept.save(redispatched(run, crypto.randomUUID(), Date.now(), resumed, restMs));
    });
    await this.send(next, restMs);
  }
}
