import { log } from "../../../lib/log";
import { SECOND_MS } from "../../../lib/time";
import { redispatched, type RunState } from "../../model/run/run-state";
import type { Frontier } from "./frontier";
import type { KeptRun } from "./kept-run";

/** Sends a run's jobs. Each has a token of its own, and from then on the one before it may do nothing. */
export class Jobs {
  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly kept: KeptRun,
    private readonly frontier: Frontier,
    private readonly queue: Queue,
  ) {}

  /** Sends the job that the run names, after `restMs`. */
  async send({ domainId, runId, token }: RunState, restMs = 0): Promise<void> {
    try {
      await this.queue.send({ domainId, runId, token }, { delaySeconds: Math.ceil(restMs / SECOND_MS) });
    } catch (error) {
      // The watchdog sends another when the claim time has passed.
      log("warn", "crawl_job_not_sent", { runId, error: String(error) });
    }
  }

  /** Puts a new job in the place of the run's job. `resumed`: because nothing was heard of that one. */
  async replace(run: RunState, resumed: boolean, restMs = 0): Promise<void> {
    const next = this.storage.transactionSync(() => {
      this.frontier.release();
      return this.kept.save(redispatched(run, crypto.randomUUID(), Date.now(), resumed, restMs));
    });
    await this.send(next, restMs);
  }
}
