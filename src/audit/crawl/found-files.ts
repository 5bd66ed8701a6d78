import { serverName } from "../../lib/hosts/server-name";
import { fileReferences, packFiles } from "../model/page/files";
import type { AuditedPage } from "../model/page/page";
import type { FileChoice } from "../model/page/files";
import type { FoundFile } from "../model/run/calls";
import { inBatches } from "./batches";

/** The memory is cleared at this many files: the object drops duplicates anyway. */
const MAX_REMEMBERED = 200_000;

/** Collects the files and links that the run's pages refer to, each once per job. */
export class FoundFiles {
  /** Hashes, negative for a reference as an image. */
  private readonly seen = new Set<number>();
  private pending: FoundFile[] = [];

  constructor(private readonly choice: FileChoice) {}

  /** Adds what a page of the result refers to. Returns it packed, for the page's row. */
  collect(page: AuditedPage): ArrayBuffer | null {
    const references = fileReferences(page, this.choice);
    for (const { url, hash, image, external } of references) {
      const key = image ? -hash : hash;
      if (this.seen.has(key)) continue;
      if (this.seen.size >= MAX_REMEMBERED) this.seen.clear();
      this.seen.add(key);
      this.pending.push({ url, hash, image: image ? 1 : 0, host: external ? serverName(new URL(url).host) : null });
    }
    return packFiles(references);
  }

  /** Returns what was collected since the last call, in batches for one report each. */
  take(): FoundFile[][] {
    const batches = this.pending.length === 0 ? [] : inBatches(this.pending);
    this.pending = [];
    return batches;
  }
}
