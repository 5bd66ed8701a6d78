import type { Finding } from "../../model/issue";
import { listed } from "./listed";
import { NO_STATUS, type FaultyFile } from "../../model/site/file-statuses";
import type { GraphPage, SiteGraph } from "../../model/site/site-graph";

/** The faulty files that a page shows as images (`image`), or loads and links to otherwise. */
export function faultyFiles({ files }: GraphPage, graph: SiteGraph, image: boolean): FaultyFile[] {
  if (graph.files.size === 0) return [];
  return files.flatMap((reference) => (reference.image === image ? (graph.files.get(reference.hash) ?? []) : []));
}

/** The finding for these files, or null if there are none. */
export function fileFinding(
  files: readonly FaultyFile[],
  what: string,
  expected: string,
  note: (file: FaultyFile) => string,
): Finding | null {
  return listed(
    files.map((file) => `${file.url} (${note(file)})`),
    what,
    expected,
  );
}

/** How a file answered. */
export function answerOf({ status, contentType }: FaultyFile): string {
  if (status === NO_STATUS.noSuchHost) return "no such host";
  return status === 200 ? (contentType ?? "no type") : String(status);
}
