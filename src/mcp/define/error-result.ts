import type { CallToolResult } from "@modelcontextprotocol/server";
import { isCrawlreadyError } from "../../client";
import { log } from "../../lib/text/log";
import { cleanLine } from "../../lib/text/strangers-text";
import { ToolRefusal } from "./refusal";

/** What an assistant can do about an error; for other codes the message says it. */
const WHAT_TO_DO: Record<string, string> = {
  account_suspended: "Tell the person; nothing works until the operator lifts it.",
  api_key_domain_scope_mismatch: "This key is limited to one domain: list_domains shows it.",
  domain_not_owned: "list_domains shows the domains that this key reaches.",
  issue_not_found: "what_to_fix lists the issues with their ids.",
  max_pages_per_month_limit_reached:
    "Tell the person: the month's pages are used up. Audits of earlier days can still be read.",
  no_seo_spider_access: "Tell the person: audits are switched off for this account.",
  on_demand_limit_reached:
    "Tell the person: this month's audits are used up. Audits of earlier days can still be read.",
  plan_required: "Tell the person: this needs a higher plan.",
  rate_limited: "Wait as long as the message says, then call again.",
  run_already_active: "Call wait_for_audit with the runId of the running audit.",
  run_not_found: "Leave out `runId` to use the latest audit.",
  temporarily_unavailable: "Try again in a minute.",
  insufficient_scope: "Tell the person: this app may not do it until they connect it again and allow it.",
  internal_error: "Try again once. If it fails again, tell the person the requestId.",
};

const MAX_MESSAGE = 600;

function result(error: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error) }] };
}

/** An error of a tool, as the assistant gets it: code, message and what to do. Internal details stay in the log. */
export function errorResult(tool: string, error: unknown): CallToolResult {
  if (error instanceof ToolRefusal)
    return result({ error: error.code, message: error.message, whatToDo: error.whatToDo });
  if (isCrawlreadyError(error)) {
    const { code, message, requestId, details } = error;
    const runId = "runId" in details ? { runId: details.runId } : {};
    const shown = { error: code, message: cleanLine(message, MAX_MESSAGE), ...runId, requestId };
    return result({ ...shown, whatToDo: WHAT_TO_DO[code] ?? "" });
  }
  log("error", "tool_failed", { tool, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return result({ error: "internal_error", message: "The tool failed.", whatToDo: WHAT_TO_DO["internal_error"] });
}
