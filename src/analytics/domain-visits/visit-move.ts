import { log } from "../../lib/log";
import { DAY_MS, HOUR_MS } from "../../lib/time";
import { upgradeObject } from "../../db/object-schema";
import { openDb } from "../../db/client";
import { RETENTION_DAYS } from "../core/window";
import { deleteVisits } from "../legacy-repo";
import { importChunk, legacySeen, legacyState, readChunk, type MoveCursor } from "./move-repo";
import { VISIT_STEPS } from "./tables";

/** Where the domain's visits are. `steps` counts the imported chunks, so that two movers never import the same one. */
type Move =
  | { phase: "moving"; steps: number; cursor: MoveCursor }
  /** All are here; D1 still has a copy. */
  | { phase: "copied"; at: number }
  | { phase: "moved" };

const MOVE = "move";
export const DOMAIN_ID = "domainId";
const SEEN_UNTIL = "legacySeenUntil";
/** D1's copy stays this long, for isolates of the release before, which answer from it until they end. */
const KEEP_COPY_MS = HOUR_MS;
const RETRY_MS = 60_000;
const DELETES_A_STEP = 100;

/**
 * Moves a domain's visits from D1, where the release before kept them, into the domain's object. Each chunk is imported
 * in one transaction with the cursor, so a move that is cut off at any point continues where it was.
 *
 * Nothing is counted in D1 meanwhile: a trigger on `visit_seen` makes the counting of older isolates fail, and the queue
 * delivers those visits again, until an isolate of this release gets them.
 */
export class VisitMove {
  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly database: D1Database,
    private readonly domainId: string,
  ) {}

  private get state(): Move | undefined {
    return this.storage.kv.get<Move>(MOVE);
  }

  /** Whether the object has tables. */
  get hasBegun(): boolean {
    return this.state !== undefined;
  }

  /** Whether the object has all of the domain's visits. Asks the storage: the instance may no longer be the current one. */
  get isComplete(): boolean {
    const state = this.state;
    return state !== undefined && state.phase !== "moving";
  }

  /** Moves at most `chunks`. Returns whether all visits are here; "gone" for a domain that was deleted. */
  async advance(chunks: number, now: number): Promise<boolean | "gone"> {
    if (!this.state && !(await this.begin(now))) return "gone";
    for (let i = 0; i < chunks && !this.isComplete; i++) await this.moveChunk(now);
    if (this.state?.phase === "moving") await this.storage.setAlarm(now);
    return this.isComplete;
  }

  private async begin(now: number): Promise<boolean> {
    const { exists, legacy } = await legacyState(this.database, this.domainId);
    if (!exists) return false;
    upgradeObject(this.storage, VISIT_STEPS);
    this.storage.transactionSync(() => {
      const { kv } = this.storage;
      if (this.state) return;
      kv.put<Move>(
        MOVE,
        legacy ? { phase: "moving", steps: 0, cursor: { stage: 0, after: null } } : { phase: "moved" },
      );
      if (!legacy) return;
      kv.put(SEEN_UNTIL, now + (RETENTION_DAYS + 3) * DAY_MS);
      kv.put(DOMAIN_ID, this.domainId);
    });
    return true;
  }

  private async moveChunk(now: number): Promise<void> {
    const before = this.state;
    if (before?.phase !== "moving") return;
    const chunk = await readChunk(this.database, this.storage.sql, this.domainId, before.cursor);
    this.storage.transactionSync(() => {
      const state = this.state;
      // Another call imported this chunk meanwhile, or the domain was deleted.
      if (state?.phase !== "moving" || state.steps !== before.steps) return;
      importChunk(this.storage, chunk);
      const next: Move = chunk.next
        ? { phase: "moving", steps: state.steps + 1, cursor: chunk.next }
        : { phase: "copied", at: now };
      this.storage.kv.put(MOVE, next);
    });
    if (this.state?.phase === "copied") await this.storage.setAlarm(now + KEEP_COPY_MS);
  }

  /** Ids that D1 counted before the move, of these keys. */
  async seenBefore(keys: readonly string[], now: number): Promise<Set<string>> {
    if ((this.storage.kv.get<number>(SEEN_UNTIL) ?? 0) < now) return new Set();
    return legacySeen(this.database, keys);
  }

  /** Continues the move, then deletes D1's copy. Returns when to call again; null when all is done. */
  async continueLater(now: number): Promise<number | null> {
    const state = this.state;
    if (!state || state.phase === "moved") return null;
    try {
      if (state.phase === "moving")
        return (await this.advance(CHUNKS_AN_ALARM, now)) === true ? now + KEEP_COPY_MS : now;
      if (now < state.at + KEEP_COPY_MS) return state.at + KEEP_COPY_MS;
      if (!(await deleteVisits(openDb(this.database), this.domainId, { left: DELETES_A_STEP }))) return now;
      if (this.state?.phase === "copied") this.storage.kv.put<Move>(MOVE, { phase: "moved" });
      return null;
    } catch (error) {
      log("error", "visits_not_moved", { domainId: this.domainId, error: String(error) });
      return now + RETRY_MS;
    }
  }
}

const CHUNKS_AN_ALARM = 50;
