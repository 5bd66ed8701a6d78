import type { SchemaStep } from "../../../db/object-schema";
import { createAnalyses } from "./kept-analyses";
import { createLogs } from "./log-table";
import { createIssuePages } from "./pages/issue-pages";
import { createPages } from "./pages/page-rows";
import { createTrends } from "./pages/trends";

/** What a domain's object is upgraded through. Append steps and never change a released one. */
export const AUDIT_STEPS: readonly SchemaStep[] = [
  ({ sql }) => {
    createLogs(sql);
    createPages(sql);
    createTrends(sql);
    createIssuePages(sql);
  },
  ({ sql }) => createAnalyses(sql),
];
