import { afterFiles, asksFiles } from "../../model/run/crawl-steps";
import { renewed } from "../../model/run/run-state";
import type { FileFindings, FileResult, FileTarget, FoundFile } from "../../model/run/calls";
import { FileList, type FileNote } from "./file-list";
import type { KeptRun } from "./kept-run";
import { RunLog } from "./run-log";

/** Characters of URLs as results show them. */
const SHOWN_URL = 300;
const NO_CHANGES = new ArrayBuffer(0);

/** A file in the log: its fields by their order. */
type LoggedFile = [hash: number, url: string, host: string | null, image: number];

const loggedFile = (line: string): FileTarget => {
  const [hash, url, host, image] = JSON.parse(line) as LoggedFile;
  return { hash, url, host, image };
};

/** The files that the pages of a domain's run refer to, and their responses. In memory they have no URLs. */
export class KeptFiles {
  private loaded: { list: FileList; log: RunLog } | undefined;

  constructor(
    private readonly sql: SqlStorage,
    private readonly transaction: <T>(work: () => T) => T,
    private readonly kept: KeptRun,
  ) {}

  /** Drops what is in memory. Call it after a rollback, and when logs were dropped. */
  forget(): void {
    this.loaded = undefined;
  }

  /** The active run has the log of a run that it continues; it requests the files again. Call it inside a transaction. */
  continue(): void {
    this.forget();
    this.save([{ continued: true }]);
  }

  /**
   * Adds files. A known one stays as it is; that a page shows it as an image is remembered. Call it inside a
   * transaction.
   */
  add(found: readonly FoundFile[]): void {
    const { list, log } = this.open();
    const notes: FileNote[] = [];
    for (const file of found) {
      const place = list.placeOf(file.hash);
      if (place !== undefined) {
        if (file.image === 1 && !list.get(place).image) notes.push({ image: place });
      } else if (!list.isFull) {
        list.append(file);
        log.add(JSON.stringify([file.hash, file.url, file.host, file.image] satisfies LoggedFile));
      }
    }
    this.save(notes);
  }

  /**
   * Stores what the job learnt about files, gives up silent hosts (null: the site itself) and hands out more. Empty: there is
   * nothing left to request. Null: the job has been replaced. A file without a reported response is handed out again.
   */
  nextFiles(token: string, results: FileResult[], silent: Array<string | null>): FileTarget[] | null {
    const run = this.kept.heldBy(token);
    if (!run) return null;
    const now = Date.now();
    return this.transaction(() => {
      this.kept.save(renewed(run, now, results.length > 0));
      const { list, log } = this.open();
      const answers = results.flatMap(({ hash, status, contentType, bytes }): FileNote[] => {
        const place = list.placeOf(hash);
        return place === undefined ? [] : [{ place, status, contentType: contentType ?? null, bytes: bytes ?? null }];
      });
      this.save([...answers, ...silent.map((host) => ({ silent: host }))]);
      if (!asksFiles(run, now)) return [];
      const due = list.due();
      return log
        .textsOf(due)
        .map((line, i) => Object.assign(loggedFile(line), { image: list.get(due[i]!).image ? 1 : 0 }));
    });
  }

  /** Stops requesting files. False: the job has been replaced. */
  filesAsked(token: string): boolean {
    const run = this.kept.heldBy(token);
    if (run) this.kept.save(afterFiles(run, Date.now()));
    return run !== null;
  }

  /** What the analysis needs to know about files. Null: the job has been replaced. */
  fileFindings(token: string): FileFindings | null {
    if (!this.kept.renewedBy(token, Date.now())) return null;
    const { list, log } = this.open();
    const places = list.faulty();
    const texts = log.textsOf(places);
    const faulty = places.map((place, i) => {
      const { hash, host, answer } = list.get(place);
      const url = loggedFile(texts[i]!).url.slice(0, SHOWN_URL);
      return Object.assign({}, answer!, { hash, url, external: host !== null });
    });
    return { faulty, stats: list.stats() };
  }

  /** Whether the active run has found any. */
  hasFiles(): boolean {
    return this.open().log.size > 0;
  }

  private save(notes: readonly FileNote[]): void {
    const { list, log } = this.open();
    for (const note of notes) list.note(note);
    log.save(
      NO_CHANGES,
      notes.map((note) => JSON.stringify(note)),
    );
  }

  private open(): { list: FileList; log: RunLog } {
    const runId = this.kept.state()?.runId ?? "";
    if (this.loaded?.log.runId !== runId) {
      const list = new FileList();
      const log = new RunLog(this.sql, "files", runId, (items, _, notes) => {
        for (const item of items) list.append(loggedFile(item));
        for (const note of notes) list.note(JSON.parse(note) as FileNote);
      });
      this.loaded = { list, log };
    }
    return this.loaded;
  }
}
