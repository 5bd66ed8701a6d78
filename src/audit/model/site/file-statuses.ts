import { isNotFound } from "../../../lib/hosts/not-found";

/** Instead of a status, for a file that has none. */
export const NO_STATUS = { silent: 0, blocked: -1, unasked: -2, noSuchHost: -3 } as const;

/** The response to a request for a file. */
export interface FileStatus {
  /** HTTP status, or one of NO_STATUS. */
  status: number;
  contentType: string | null;
  /** Size of the whole file; null: unknown. */
  bytes: number | null;
}

/** A file with something to report. */
export interface FaultyFile extends FileStatus {
  hash: number;
  /** Shortened. */
  url: string;
  external: boolean;
}

/** Larger images are reported (field practice: 500,000 bytes). */
export const MAX_SHOWN_IMAGE_BYTES = 500_000;

/** Statuses that show nothing about a file: crawlers are refused, or the site is busy. */
export const REFUSALS: readonly number[] = [401, 403, 408, 429, 503];

/** Whether the site has no such file. */
export function isMissing({ status }: FileStatus): boolean {
  return status >= 400 && !REFUSALS.includes(status);
}

/** Whether the response is something other than an image, such as a page that says "not found". */
export function isNoImage({ status, contentType }: FileStatus): boolean {
  return (
    status === 200 && contentType !== null && /^\s*(?:text\/html|application\/(?:xhtml|json|pdf))/i.test(contentType)
  );
}

/** Whether another site's page is gone for good: other responses may be meant for crawlers only. */
export function isGone({ status }: FileStatus): boolean {
  return isNotFound(status) || status === NO_STATUS.noSuchHost;
}

/** The responses of a run's files, in its crawlStats. */
export interface FileStats {
  /** Distinct files found, of the site and of other hosts; at most the first 50,000. */
  found: number;
  external: number;
  asked: number;
  /** The most that a run requests. */
  budget: number;
  /** Not requested: the budget or the time was used up, or the host had stopped responding. */
  left: number;
  /** Disallowed by robots.txt. */
  blocked: number;
  /** Missing files of the site, and dead links to other hosts. */
  broken: number;
}

/** The checks that judge files. If a run left files out, what it did not find may still be there. */
const FILE_CHECKS: ReadonlySet<string> = new Set([
  "broken_image",
  "broken_asset",
  "image_too_large",
  "broken_external_link",
]);

/** The checks that can't be compared between runs with these files: some were not requested. Null: the run had none. */
export function incomparableChecks(...runs: ReadonlyArray<Pick<FileStats, "left"> | null>): ReadonlySet<string> {
  return runs.some((files) => files !== null && files.left > 0) ? FILE_CHECKS : new Set();
}
