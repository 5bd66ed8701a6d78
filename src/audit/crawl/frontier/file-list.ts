import { hash53 } from "../../../lib/crypto/hash";
import { serverName } from "../../../lib/hosts/server-name";
import {
  isGone,
  isMissing,
  MAX_SHOWN_IMAGE_BYTES,
  NO_STATUS,
  type FileStats,
  type FileStatus,
} from "../../model/site/file-statuses";
import type { FoundFile } from "../../model/run/calls";

/** Files requested per run. */
const FILE_BUDGET = 5_000;
/** Distinct files kept per run; pages that refer to later ones are not judged by them. */
const MAX_KNOWN = 50_000;
/** Links to one other server that are requested per run, at one per second. */
const MAX_OF_HOST = 100;
/** Files handed to a job at once, and those of one other server among them. */
const BATCH = 100;
const BATCH_OF_HOST = 3;
const MAX_FAULTY = 10_000;

/** A file without its URL. */
interface KnownFile {
  hash: number;
  /** The name of its server; null: it is on the audited site. */
  host: string | null;
  /** hash53 of the host in its URL: a server may have several. */
  urlHost: number;
  image: boolean;
  /** Null: not requested yet. */
  answer: FileStatus | null;
}

/** What happened to files: one is shown as an image, has an answer, or a silent host is given up (null: the site). */
export type FileNote =
  | { image: number }
  | { place: number; status: number; contentType: string | null; bytes: number | null }
  | { silent: string | null }
  | { continued: true };

const isAsked = ({ status }: FileStatus) => status >= 0 || status === NO_STATUS.noSuchHost;
const hostOf = (url: string) => url.slice(url.indexOf("://") + 3).split("/", 1)[0]!;

/**
 * The distinct files that the pages of a run refer to, in order of discovery, without their URLs. A file's place counts
 * from 1.
 */
export class FileList {
  private files: KnownFile[] = [];
  private readonly places = new Map<number, number>();

  placeOf(hash: number): number | undefined {
    return this.places.get(hash);
  }

  get(place: number): KnownFile {
    return this.files[place - 1]!;
  }

  get isFull(): boolean {
    return this.files.length >= MAX_KNOWN;
  }

  append({ hash, url, host, image }: FoundFile): void {
    this.files.push({ hash, host, urlHost: hash53(hostOf(url)), image: image === 1, answer: null });
    this.places.set(hash, this.files.length);
  }

  /** Notes are absolute: the same one again changes nothing. */
  note(note: FileNote): void {
    if ("image" in note) this.get(note.image).image = true;
    else if ("place" in note) {
      const { place, ...answer } = note;
      this.get(place).answer = answer;
    } else if ("silent" in note) this.skip(note.silent);
    else for (const file of this.files) file.answer = null;
  }

  private skip(silent: string | null): void {
    const server = silent === null ? null : serverName(silent);
    const urlHost = silent === null ? null : hash53(silent);
    for (const file of this.files) {
      if (file.answer !== null || file.host !== server || (urlHost !== null && file.urlHost !== urlHost)) continue;
      file.answer = { status: NO_STATUS.unasked, contentType: null, bytes: null };
    }
  }

  /** Places of the next files to request: the site's own, and a few of each other server. */
  due(): number[] {
    const left = FILE_BUDGET - this.files.filter(({ answer }) => answer !== null && isAsked(answer)).length;
    const own: number[] = [];
    const others: number[] = [];
    const ofHost = new Map<string, { all: number; due: number }>();
    for (const [i, { host, answer }] of this.files.entries()) {
      if (host === null) {
        if (answer === null && own.length < Math.min(BATCH, left)) own.push(i + 1);
        continue;
      }
      const counts = ofHost.get(host) ?? { all: 0, due: 0 };
      ofHost.set(host, counts);
      if (++counts.all <= MAX_OF_HOST && answer === null && ++counts.due <= BATCH_OF_HOST) others.push(i + 1);
    }
    return [...own, ...others.slice(0, Math.max(0, Math.min(BATCH, left - own.length)))];
  }

  /** Places of files with something to report. */
  faulty(): number[] {
    const places: number[] = [];
    for (const [i, { image, answer }] of this.files.entries())
      if (answer !== null && isFaulty(image, answer) && places.length < MAX_FAULTY) places.push(i + 1);
    return places;
  }

  /** Null: there are no files. */
  stats(): FileStats | null {
    if (this.files.length === 0) return null;
    const stats: FileStats = { found: 0, external: 0, asked: 0, budget: FILE_BUDGET, left: 0, blocked: 0, broken: 0 };
    for (const { host, answer } of this.files) {
      const status = answer?.status ?? NO_STATUS.unasked;
      stats.found++;
      stats.external += Number(host !== null);
      stats.asked += Number(answer !== null && isAsked(answer));
      stats.left += Number(status === NO_STATUS.unasked);
      stats.blocked += Number(status === NO_STATUS.blocked);
      stats.broken += Number(answer !== null && (isGone(answer) || (host === null && isMissing(answer))));
    }
    return stats;
  }
}

function isFaulty(image: boolean, { status, contentType, bytes }: FileStatus): boolean {
  if (status >= 400 || status === NO_STATUS.noSuchHost) return true;
  const isNoImage = contentType !== null && !/^image\//i.test(contentType);
  return image && status === 200 && ((bytes !== null && bytes > MAX_SHOWN_IMAGE_BYTES) || isNoImage);
}
