import type { SchemaStep } from "../../../db/object-schema";
import type { RunState } from "../../model/run/run-state";
import { Frontier } from "./frontier";
import { createCarried } from "./pages/carried-pages";
import { createExtracted } from "./pages/extracted-fields";
import { createFiles } from "./pages/file-table";
import { createIssuePages } from "./pages/issue-pages";
import { createPageFacts } from "./pages/matching-rows";
import { createLinkedFrom } from "./pages/page-links";
import { createPageLists } from "./pages/page-lists";
import { createPages } from "./pages/page-table";
import { createTrends } from "./pages/trends";

/** What a domain's object is upgraded through. */
export const AUDIT_STEPS: readonly SchemaStep[] = [
  ({ sql }) => Frontier.create(sql),
  ({ sql }) => createPages(sql),
  ({ sql }) => createTrends(sql),
  ({ kv }) => replaceOldJob(kv),
  ({ sql }) => {
    createIssuePages(sql);
    createLinkedFrom(sql);
    createPageFacts(sql);
    createCarried(sql);
  },
  ({ sql }) => {
    createExtracted(sql);
    createPageLists(sql);
  },
  ({ sql }) => createFiles(sql),
];

/** A job of the release before stores its pages in D1. It loses its token here; the watchdog sends another job. */
function replaceOldJob(kv: SyncKvStorage): void {
  const run = kv.get<RunState>("run");
  if (run) kv.put<RunState>("run", { ...run, token: crypto.randomUUID(), leaseUntil: 0 });
}
