import type { Tool } from "../define/define-tool";
import { aiVisibilityTool } from "./ai-visibility";
import { compareAuditsTool } from "./compare-audits";
import { agentErrandsTool } from "./insights/agent-errands";
import { crawlRouterTool } from "./insights/crawl-router";
import { didFixesWorkTool } from "./insights/did-fixes-work";
import { inspectUrlTool } from "./inspect-url";
import { issuePagesTool } from "./issue-pages";
import { listDomainsTool } from "./list-domains";
import { prewarmPagesTool } from "./prewarm-pages";
import { removeFromCacheTool } from "./remove-from-cache";
import { renewAndSubmitTool } from "./renew-and-submit";
import { startAuditTool } from "./start-audit";
import { tryPolicyTool } from "./insights/try-policy";
import { unansweredQuestionsTool } from "./insights/unanswered-questions";
import { verifyCrawlerTool } from "./verify-crawler";
import { waitForAuditTool } from "./wait-for-audit";
import { whatCrawlersMissedTool } from "./insights/what-crawlers-missed";
import { whatFirstTool } from "./what-first";
import { whatToFixTool } from "./what-to-fix";
import { whatWasServedTool } from "./insights/what-was-served";
import { whoCrawlsTool } from "./who-crawls";
import { wrongFactsTool } from "./insights/wrong-facts";

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
  crawlRouterTool,
  agentErrandsTool,
  verifyCrawlerTool,
  aiVisibilityTool,
  unansweredQuestionsTool,
  wrongFactsTool,
  removeFromCacheTool,
  prewarmPagesTool,
  renewAndSubmitTool,
];
