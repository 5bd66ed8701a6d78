import type { SchemaStep } from "../../../db/object-schema";
import { createFrontier } from "./frontier-table";
import { createFiles } from "./pages/file-table";
import { createIssuePages } from "./pages/issue-pages";
import { createPages } from "./pages/page-table";
import { createTrends } from "./pages/trends";

/** What a domain's object is upgraded through. Append steps and never change a released one. */
export const AUDIT_STEPS: readonly SchemaStep[] = [
  ({ sql }) => {
    createFrontier(sql);
    createPages(sql);
    createTrends(sql);
    createIssuePages(sql);
    createFiles(sql);
  },
];
