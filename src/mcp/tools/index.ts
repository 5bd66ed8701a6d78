import type { Tool } from "../define/define-tool";
import { aiVisibilityTool } from "./answers/ai-visibility";
import { compareAuditsTool } from "./compare-audits";
import { didFixesWorkTool } from "./did-fixes-work";
import { inspectUrlTool } from "./inspect-url";
import { issuePagesTool } from "./issue-pages";
import { listDomainsTool } from "./list-domains";
import { prewarmPagesTool } from "./prewarm-pages";
import { removeFromCacheTool } from "./remove-from-cache";
import { renewAndSubmitTool } from "./renew-and-submit";
import { startAuditTool } from "./start-audit";
import { tryPolicyTool } from "./try-policy";
import { unansweredQuestionsTool } from "./answers/unanswered-questions";
import { verifyCrawlerTool } from "./verify-crawler";
import { waitForAuditTool } from "./wait-for-audit";
import { whatCrawlersMissedTool } from "./what-crawlers-missed";
import { whatFirstTool } from "./what-first";
import { whatToFixTool } from "./what-to-fix";
import { whatWasServedTool } from "./what-was-served";
import { whoCrawlsTool } from "./who-crawls";
import { wrongFactsTool } from "./answers/wrong-facts";

/** Every tool, in the order in which assistants see them. */
export const TOOLS: readonly Tool[] = [
  listDomainsTool,
  whatFirstTool,
  whatToFixTool,
  issuePagesTool,
  inspectUrlTool,
  startAuditTool,
  waitForAuditTool,
  compareAuditsTool,
  didFixesWorkTool,
  whoCrawlsTool,
  whatCrawlersMissedTool,
  tryPolicyTool,
  whatWasServedTool,
  verifyCrawlerTool,
  aiVisibilityTool,
  unansweredQuestionsTool,
  wrongFactsTool,
  removeFromCacheTool,
  prewarmPagesTool,
  renewAndSubmitTool,
];
