import { cleanText } from "../../../../lib/text/strangers-text";
import { Notice } from "../../../ui/panels";
import { Untrusted } from "../../../ui/untrusted";
import type { DomainFacts } from "../../../server/read";
import { openRuns, PROVIDER_IDS, PROVIDER_NAMES, type ShownAnswer, type Answers } from "./data";
import { sitePath } from "../../../../lib/hosts/page-paths";

const AGAIN = "The prompt is asked again at its next turn; you need not do anything.";

/** What a failed run means for the reader, unless the API's own words next to it say so. */
const FAILURES: Partial<Record<NonNullable<ShownAnswer["errorCode"]>, string>> = {
  not_configured:
    "This service has no key for the provider. Its operator must set one; until then, choose other providers.",
  budget_exhausted: "Your plan's calls for that day were used up. The prompt is asked again at its next turn.",
  service_budget_exhausted:
    "The service's calls for that day were used up. The prompt is asked again at its next turn.",
  email_unproven: "Confirm your email address: prompts are asked only for confirmed accounts.",
  domain_unverified: "The domain's proof of ownership is missing. Verify the domain again.",
  account_suspended: "The account is suspended.",
  cancelled: "The prompt was paused, changed or deleted before the provider was asked.",
  interrupted: AGAIN,
  expired: AGAIN,
  analysis_failed: AGAIN,
};

export const failureAdvice = (code: ShownAnswer["errorCode"]) => (code && FAILURES[code]) ?? "";

/** Says that the answers are searched for the domain's name, or that a name is hard to count. */
export function BrandNotices({ domain }: { domain: DomainFacts }) {
  return (
    <>
      {domain.brandName === null && (
        <Notice kind="warn">
          No brand name is set, so answers are searched for “{domain.domain}”, which assistants seldom write.{" "}
          <a href={sitePath(domain.domain, "settings")}>Set your brand and its competitors</a>.
        </Notice>
      )}
      {domain.warnings.map((warning) => (
        <Notice kind="warn">
          <Untrusted text={warning} max={500} />
        </Notice>
      ))}
    </>
  );
}

/** Says which providers could not be asked lately, judged by each one's latest ended run. */
export function ProviderNotices({ answers: { runs } }: { answers: Answers }) {
  const failed = PROVIDER_IDS.flatMap((provider) => {
    const latest = runs.find((run) => run.provider === provider && (run.status === "ok" || run.status === "error"));
    return latest?.status === "error" ? [latest] : [];
  });
  if (failed.length === 0) return null;
  return (
    <div class="notice tone-bad" role="status">
      <p>The latest question to {failed.length === 1 ? "this provider" : "these providers"} failed:</p>
      <ul>
        {failed.map(({ provider, analysisText, errorCode }) => (
          <li>
            <strong>{PROVIDER_NAMES[provider]}</strong>: {cleanText(analysisText, 300)} {failureAdvice(errorCode)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Seconds until a page with open runs is worth loading again: often at first, seldom when they wait for a later hour.
 */
export function reloadAfter(answers: Answers, now: number): number {
  const newest = answers.runs.find(({ status }) => ["queued", "running", "answered"].includes(status));
  return newest && now - Date.parse(newest.createdAt) < 5 * 60_000 ? 5 : 60;
}

/** Says how many answers are under way. browser/reload.ts loads the page again until they have come. */
export function RunProgress({ answers, now }: { answers: Answers; now: number }) {
  const open = openRuns(answers);
  if (open === 0) return null;
  const { queued = 0, running = 0, answered = 0 } = answers.summary.byStatus;
  const parts = [
    [queued, "waiting"],
    [running, "being asked"],
    [answered, "being analysed"],
  ] as const;
  return (
    <div data-reload={String(reloadAfter(answers, now))}>
      <Notice>
        {open === 1 ? "One answer is" : `${open} answers are`} under way (
        {parts
          .filter(([count]) => count > 0)
          .map(([count, name]) => `${count} ${name}`)
          .join(", ")}
        ). An answer takes a minute or two; this page shows it automatically.
      </Notice>
    </div>
  );
}
