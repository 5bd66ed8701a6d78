import type { DoctorPart } from "./checkup";

/**
 * What a reason means. `failed`: the service can't do its work. `warning`: it can, but somebody should look. `note`: it is so on
 * purpose, or nothing can be said.
 */
export type Gravity = "failed" | "warning" | "note";

export interface Cause {
  severity: Gravity;
  cause: string;
  /** What to do; null: nothing. */
  remedy: string | null;
}

const failed = (cause: string, remedy: string): Cause => ({ severity: "failed", cause, remedy });
const warning = (cause: string, remedy: string): Cause => ({ severity: "warning", cause, remedy });
const note = (cause: string, remedy: string | null = null): Cause => ({ severity: "note", cause, remedy });

const DEPLOY = "Run `npm run deploy`: it creates what is missing and deploys again.";
const NOT_BOUND = "The binding is not part of the deployed Worker.";
const AGAIN = "Run the doctor again. If it stays so, look at Cloudflare's status page and at the Worker's log.";
const STALE = "It does not read what was just written.";

const missing = failed(NOT_BOUND, DEPLOY);

/** Reason → what it means, by what was tried. `silent` and `error` of a part without an own row are `ANY`'s. */
export const CAUSES: Record<DoctorPart, Record<string, Cause>> = {
  reach: {
    unreachable: failed(
      "Nothing answers at this address.",
      "Check the address. A new workers.dev address or custom domain takes up to a minute: try again, or use --patience 60.",
    ),
    html: failed(
      "What answers is not this service's API: it returned something else than JSON.",
      "Use an address that is listed in API_HOSTS. A login page in front of the service, such as Cloudflare Access, has to let the API pass.",
    ),
    token: failed(
      "The service does not take this operator's token, or has none.",
      "`npx wrangler secret put ADMIN_TOKEN` sets one of at least 24 characters. Give the doctor the same one.",
    ),
    older: failed("The service runs a release that has no doctor.", "Run `npm run deploy`."),
    busy: failed("Another checkup is under way.", "Wait two minutes and run the doctor again."),
    status: failed(
      "The service answered with an error.",
      "`npx wrangler tail` shows it. `npx wrangler rollback` brings the version before back (docs/deployment.md).",
    ),
  },
  database: {
    missing,
    error: failed(
      "D1 refuses statements.",
      "`npx wrangler d1 list` shows whether the database is there, the dashboard whether it is full. Then run `npm run deploy`.",
    ),
  },
  schema: {
    missing,
    behind: failed(
      "The release needs migrations that the database does not have.",
      "Run `npm run deploy`, or `npx wrangler d1 migrations apply DB --remote`.",
    ),
    ahead: note(
      "A newer release has upgraded the database. This one works with it, because migrations only add (docs/deployment.md).",
    ),
    error: failed("The list of migrations can't be read.", "Run `npm run deploy`, which applies them."),
  },
  kv: { missing, stale: failed(STALE, AGAIN) },
  bucket: {
    missing,
    stale: failed(STALE, AGAIN),
    error: failed(
      "R2 refuses to write or to read.",
      "See in Cloudflare's dashboard whether R2 is on and the bucket exists.",
    ),
  },
  object: {
    missing,
    busy: note("Another checkup is under way."),
    release: warning(
      "The object runs another release than the Worker: two versions are deployed, or the object has not restarted yet.",
      "Wait until the rollout is at 100 %, and run the doctor again.",
    ),
    error: failed(
      "The object does not answer. It may run a release that does not know the doctor.",
      "During a gradual rollout, wait until it is at 100 %. Otherwise see the Worker's log: `npx wrangler tail`.",
    ),
  },
  alarm: {
    waiting: failed(
      "The object's alarm did not fire. Renders, deliveries and audits that wait for one stand still.",
      "See the log for exceptions of `alarm`: `npx wrangler tail`. Run the doctor again with a longer --timeout.",
    ),
  },
  queue: {
    missing,
    waiting: failed(
      "The message did not arrive. The queue has no consumer, is paused, or has much to do.",
      "`npx wrangler queues info NAME` shows its consumer and its messages; `npx wrangler queues resume-delivery NAME` ends a pause. Without a consumer, run `npm run deploy`. If it is busy, use a longer --timeout.",
    ),
    error: failed(
      "The queue does not accept a message.",
      "`npx wrangler queues list` shows whether it exists. Then run `npm run deploy`.",
    ),
  },
  cron: {
    late: failed(
      "The crons have stopped: schedules, upkeep and repeats of lost work stand still.",
      "See the Worker's triggers in Cloudflare's dashboard. `npm run deploy` sets them again.",
    ),
    never: warning(
      "No cron has ticked yet.",
      "A first tick takes up to a quarter of an hour. Run the doctor again after that.",
    ),
  },
  browser: {
    missing,
    budget: warning(
      "The day's browser time is used up, so nothing is rendered until midnight UTC.",
      "Raise BROWSER_SECONDS_PER_DAY if your plan has more.",
    ),
    page: failed(
      "The browser did not get the service's own page.",
      "Open the address in a browser. A login page in front of the service, such as Cloudflare Access, has to let crawlers pass.",
    ),
    error: failed(
      "No page was rendered. Crawlers get the origin's pages.",
      "See the limits of Browser Run in Cloudflare's dashboard: browsers at once, new browsers per minute, time per day. Locally, install Chromium or set CHROME_PATH.",
    ),
  },
  resolver: {
    empty: failed(
      "The resolver knows no address of example.com.",
      "Set DNS_RESOLVER_URL to a DNS-over-HTTPS resolver with JSON answers.",
    ),
    error: failed(
      "The resolver does not answer, so no domain can be verified by DNS.",
      "Set DNS_RESOLVER_URL to a DNS-over-HTTPS resolver with JSON answers, or remove it for the default.",
    ),
  },
  mail: {
    printed: note("Mail is printed, not sent (EMAIL_PRINT)."),
    nobody: note("Configured, not tried.", "Name a recipient: --mail-to you@example.com"),
    unset: note(
      "Not configured: users can't reset passwords or prove their email.",
      "docs/deployment.md says how to set it.",
    ),
    incomplete: failed(
      "Mail is half configured, so none is sent.",
      "It needs EMAIL_FROM, API_HOSTS, and either EMAIL_API_URL with EMAIL_API_KEY or the binding EMAIL.",
    ),
    error: failed(
      "The transport refused the test mail.",
      "Check EMAIL_API_KEY, and whether the transport may send for the domain of EMAIL_FROM.",
    ),
  },
  provider: {
    unset: note("Not configured."),
    costs: note("Configured, not tried: its API has no request that costs nothing.", "--spend asks it a question."),
    auth: failed(
      "The provider refuses the key.",
      "Set a valid one: `npx wrangler secret put` with the name in docs/settings.md.",
    ),
    error: failed(
      "The provider did not answer as expected.",
      "Check the provider's …_BASE_URL and …_MODEL, and its status page.",
    ),
  },
  clock: {
    differs: warning(
      "Its clock differs from the Worker's by more than five seconds.",
      "Usually Cloudflare's and passing. If it stays so, leases and limits of this part end at the wrong time.",
    ),
    caller: warning(
      "This computer's clock and the service's differ by more than five seconds.",
      "Set this computer's clock. If it is right, codes of authenticator apps may fail, and retries wait too long or too short.",
    ),
  },
  release: {
    other: warning(
      "The service runs another release than this command line.",
      "If you have just deployed, wait a minute: the old version may still answer.",
    ),
    version: failed(
      "Another version than the one that was asked for answered.",
      "Only a version that is part of the current deployment can be asked for. `npx wrangler deployments status` lists them.",
    ),
  },
  plan: {
    free: note("The settings are those of Cloudflare's free plan. The limit of CPU can't be measured from inside."),
    paid: note("The settings are those of the paid plan. The limit of CPU can't be measured from inside."),
  },
};

/** What a reason means where its part says nothing about it. */
const ANY: Record<string, Cause> = {
  error: failed("It answered with an error.", AGAIN),
  silent: failed("It did not answer in time.", AGAIN),
};

/** What a probe's reason means. One of a newer release is still shown. */
export function causeOf(part: DoctorPart, reason: string): Cause {
  return CAUSES[part]?.[reason] ?? ANY[reason] ?? failed(`It failed: ${reason}.`, AGAIN);
}
