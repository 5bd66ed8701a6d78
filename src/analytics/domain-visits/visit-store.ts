import type { IdSet } from "../core/packed/packed-ids";
import { visitKey } from "../core/visit-key";
import { VERDICTS } from "../core/verdict";
import { MAX_PATHS } from "../core/visit-path";
import { Agents } from "./agent-rows";
import type { CountedVisit, RuledVisit } from "./counted-visit";
import { mergeIdRows, readRing, unknownIds } from "./id-rows";
import { LOG_SLOTS, readHead, unmergedBatches, writeBatch, writeHead, type LogHead } from "./log-rows";
import { packBatch, type PackedBatch } from "./packed-batch";
import { mergeCellRows } from "./cell-rows";
import { mergeDayRows } from "./day-rows";
import type { PathStates } from "./path-states";
import { PathNames, readStates, writePaths, writeStates } from "./path-rows";
import { UnmergedVisits } from "./unmerged-visits";

/** A merge comes when this much is in the log. */
const MERGED_VISITS = 16_384;
const MERGED_LENGTH = 4_000_000;
/** The number of all paths beyond a domain's limit. */
export const OTHER_PATH = 0;

/** A path's or an id's key as it is stored. */
const unsigned = (key: string) => BigInt.asUintN(64, BigInt(key));

/**
 * The visits of a domain: what is merged, in the tables, and what is not, in the log and in memory. If a transaction
 * fails, its store is of no more use.
 */
export class VisitStore {
  readonly agents: Agents;
  readonly paths: PathStates;
  readonly unmerged = new UnmergedVisits();
  private head: LogHead;
  private ring: IdSet;
  private last: number;

  constructor(private readonly sql: SqlStorage) {
    this.agents = new Agents(sql);
    this.paths = readStates(sql);
    this.head = readHead(sql);
    this.ring = readRing(sql);
    this.last = this.head.merged;
    for (const { number, batch } of unmergedBatches(sql, this.last)) {
      this.take(JSON.parse(batch) as PackedBatch, batch.length);
      this.last = number;
    }
  }

  /** The texts of paths; with `search`, only of those that contain it. */
  names(search?: string): PathNames {
    return new PathNames(this.sql, this.unmerged.names, search);
  }

  /** The number of a path; undefined if it has none of its own. */
  pathNumber(path: string): number | undefined {
    return this.paths.numberOf(unsigned(visitKey(path)));
  }

  /** The ids that were not counted before, each with its last day. */
  freshIds(ids: ReadonlyArray<Pick<CountedVisit, "key" | "expiresDay">>): Map<bigint, number> {
    const wanted = new Map<bigint, number>();
    for (const { key, expiresDay } of ids) {
      const id = unsigned(key);
      if (!wanted.has(id) && !this.ring.has(id)) wanted.set(id, expiresDay);
    }
    return new Map(unknownIds(this.sql, [...wanted.keys()], this.head).map((id) => [id, wanted.get(id)!]));
  }

  /** Counts visits, in one row of the log. `ids`: all that are new. The caller opens the transaction. */
  append(ids: ReadonlyMap<bigint, number>, visits: readonly RuledVisit[]): void {
    const numbers = new Map<string, number>();
    const paths = this.newPaths(visits, numbers);
    const batch = packBatch(ids, visits, paths, {
      path: ({ path }) => numbers.get(path) ?? OTHER_PATH,
      agent: (visit) => this.agents.numberOf(visit),
    });
    const text = JSON.stringify(batch);
    writeBatch(this.sql, ++this.last, this.head.merged, text);
    this.take(batch, text.length);
  }

  /** Finds the numbers of the visits' paths, and gives some to new ones. Spoofed visits create no paths. */
  private newPaths(visits: readonly RuledVisit[], numbers: Map<string, number>): Array<readonly [number, string]> {
    const wanted = new Set<string>();
    for (const { path, verdict, cache, render } of visits) {
      if (cache + render === 0 || numbers.has(path)) continue;
      const known = this.pathNumber(path);
      if (known !== undefined) numbers.set(path, known);
      else if (verdict !== VERDICTS.spoofed) wanted.add(path);
    }
    const added: Array<readonly [number, string]> = [];
    for (const path of [...wanted].sort().slice(0, Math.max(0, MAX_PATHS - this.paths.count))) {
      const number = this.paths.nextNumber();
      this.paths.add(number, unsigned(visitKey(path)));
      numbers.set(path, number);
      added.push([number, path]);
    }
    return added;
  }

  private take(batch: PackedBatch, length: number): void {
    this.unmerged.add(batch, length);
    for (const [number, path] of batch.paths) {
      const key = unsigned(visitKey(path));
      if (this.paths.numberOf(key) === undefined) this.paths.add(number, key);
    }
    for (const state of batch.states) this.paths.update(state);
    for (let i = 0; i < batch.ids.length; i += 2) this.ring.add(BigInt(batch.ids[i]!));
  }

  /** Whether the log is full. */
  isFull(): boolean {
    const { visits, length } = this.unmerged;
    return this.last - this.head.merged >= LOG_SLOTS || visits >= MERGED_VISITS || length >= MERGED_LENGTH;
  }

  /** Moves everything from the log to the other tables. `today`: a day that has come. The caller opens the transaction. */
  merge(since: number, today = 0): void {
    const { sql, unmerged, head } = this;
    const latest = Math.max(head.today, today, ...unmerged.days.keys());
    mergeCellRows(sql, unmerged, head, latest, since);
    mergeDayRows(sql, unmerged.days);
    writePaths(sql, unmerged.names);
    writeStates(sql, this.paths, unmerged.states);
    const halvings = mergeIdRows(sql, unmerged.ids, head, latest);
    this.head = { merged: this.last, merges: head.merges + 1, today: latest, halvings };
    writeHead(sql, this.head);
    unmerged.clear();
    if (this.ring.size > 2 * MERGED_VISITS * 32) this.ring = readRing(sql);
  }

  /** Forgets paths without visits since the day `day`. Everything must be merged. The caller opens the transaction. */
  prunePaths(day: number): void {
    const gone = new Map<number, null>();
    for (let path = 1; path < this.paths.end; path++)
      if (this.paths.isUsed(path) && this.paths.read(path)[3] < day) gone.set(path, null);
    for (const path of gone.keys()) this.paths.remove(path);
    writePaths(this.sql, gone);
    writeStates(this.sql, this.paths, gone.keys());
  }
}
