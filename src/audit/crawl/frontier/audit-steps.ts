import type { SchemaStep } from "../../../db/object-schema";
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

/** What a domain's object is upgraded through. Append steps and never change a released one. */
export const AUDIT_STEPS: readonly SchemaStep[] = [
  ({ sql }) => {
    Frontier.create(sql);
    createPages(sql);
    createTrends(sql);
    createIssuePages(sql);
    createLinkedFrom(sql);
    createPageFacts(sql);
    createCarried(sql);
    createExtracted(sql);
    createPageLists(sql);
    createFiles(sql);
  },
];
