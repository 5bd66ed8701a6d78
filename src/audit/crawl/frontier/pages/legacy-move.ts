import type { Db } from "../../../../db/client";
import { HOUR_MS } from "../../../../lib/time";
import { deleteLegacyRows, legacyTrends, nextLegacyRun, rawLegacyPages } from "../../../runs/repo";
import { importPages, type RawPage } from "./page-table";
import { importTrends } from "./trends";

/** Where the move continues: after this row of this run, then after this trend. */
type Place = { run: string; seq: number } | { trend: number };
/** moved: everything is here; rows may be left in D1. clean: none are. */
type MoveState = Place | { movedAt: number } | "clean";

const KEY = "move";
const CHUNK_PAGES = 500;
const CHUNK_TRENDS = 5_000;
/** Statements of one deletion in D1. */
const DELETE_STATEMENTS = 50;
/** A job of the release before may still write to D1 until it learns that it was replaced. */
const LATE_MS = HOUR_MS;
const BEGIN: Place = { run: "", seq: 0 };

/**
 * Moves a domain's pages and trends out of D1. A chunk and the place after it are written in one transaction, so a move
 * that is cut off anywhere continues without losing or doubling a row. D1's rows are deleted once everything is here.
 */
export class LegacyMove {
  private moving: Promise<boolean> | null = null;

  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly db: () => Db,
  ) {}

  get isDone(): boolean {
    const state = this.state();
    return state === "clean" || "movedAt" in state;
  }

  private state(): MoveState {
    return this.storage.kv.get<MoveState>(KEY) ?? BEGIN;
  }

  /** Moves up to `chunks` chunks. True: everything is here. */
  async advance(domainId: string, chunks: number, now: number): Promise<boolean> {
    if (this.isDone) return true;
    this.moving ??= this.run(domainId, chunks, now).finally(() => (this.moving = null));
    return this.moving;
  }

  private async run(domainId: string, chunks: number, now: number): Promise<boolean> {
    for (let left = chunks; left > 0 && !this.isDone; left--) await this.step(domainId, now);
    return this.isDone;
  }

  private async step(domainId: string, now: number): Promise<void> {
    const place = this.state() as Place;
    if ("trend" in place) return this.moveTrends(domainId, place, now);
    const rows = place.run === "" ? [] : await rawLegacyPages<RawPage>(this.db(), place.run, place.seq, CHUNK_PAGES);
    const last = rows.at(-1);
    if (last) return this.take(place, { run: place.run, seq: Number(last.seq) }, (sql) => importPages(sql, rows));
    const run = await nextLegacyRun(this.db(), domainId, place.run);
    this.take(place, run === null ? { trend: Number.MIN_SAFE_INTEGER } : { run, seq: 0 });
  }

  private async moveTrends(domainId: string, place: { trend: number }, now: number): Promise<void> {
    const rows = await legacyTrends(this.db(), domainId, place.trend, CHUNK_TRENDS);
    const last = rows.at(-1);
    const next = last && rows.length === CHUNK_TRENDS ? { trend: last.path_hash } : { movedAt: now };
    this.take(place, next, (sql) => importTrends(sql, rows, now));
  }

  /** Imports what was read at `place`, unless the move has gone on from there since. */
  private take(place: Place, next: MoveState, write: (sql: SqlStorage) => void = () => {}): void {
    this.storage.transactionSync(() => {
      if (JSON.stringify(this.state()) !== JSON.stringify(place)) return;
      write(this.storage.sql);
      this.storage.kv.put(KEY, next);
    });
  }

  /** Deletes what was moved from D1. Deleting again changes nothing. */
  async clean(domainId: string, now: number): Promise<void> {
    const state = this.state();
    if (state === "clean" || !("movedAt" in state)) return;
    const isEmpty = await deleteLegacyRows(this.db(), domainId, { left: DELETE_STATEMENTS });
    if (isEmpty && now - state.movedAt > LATE_MS) this.storage.kv.put(KEY, "clean");
  }
}
