import { LinkHost } from "../../../src/audit/crawl/fetch/link-host.do";
import { DomainAudit } from "../../../src/audit/crawl/frontier/domain-audit.do";
import { DomainVisits } from "../../../src/analytics/domain-visits.do";
import { DeployLedger } from "../../../src/automation/deploy-hook/deploy-ledger.do";
import { WebhookEndpoint } from "../../../src/automation/webhooks/webhook-endpoint.do";
import { RateLimiter } from "../../../src/accounts/throttle/rate-limiter.do";
import type { Bindings } from "../../../src/env";
import type { JobName } from "../../../src/jobs/crons";
import { QUEUES } from "../../../src/jobs/queues";
import type { QueueName } from "../../../src/lib/queue-names";
import { PROVIDERS, promptQueueBindingOf, promptQueueOf } from "../../../src/lib/ai-providers";
import { DomainAnswers } from "../../../src/mentions/answers/domain-answers.do";
import { SnapshotIndex } from "../../../src/prerender/cache/snapshot-index.do";
import { world, type Process } from "../world";
import { d1, query } from "./d1";
import { SimulatedNamespace } from "./objects";
import { SimulatedQueue, type QueueRules } from "./queues";
import { SimulatedKv, SimulatedR2 } from "./stores";
import { SimulatedPool } from "./render-pool";

/** As in wrangler.toml. */
const RULES: Partial<Record<QueueName, QueueRules>> = {
  "crawlready-crawl": { batch: 10, waitMs: 0, retries: 2, retryDelayMs: 5_000 },
  "crawlready-render": { batch: 4, waitMs: 0, retries: 50, retryDelayMs: 10_000 },
  "crawlready-visits": { batch: 100, waitMs: 6_000, retries: 20, retryDelayMs: 5_000 },
  "crawlready-housekeeping": { batch: 1, waitMs: 0, retries: 5, retryDelayMs: 30_000 },
  "crawlready-purge": { batch: 1, waitMs: 0, retries: 5, retryDelayMs: 60_000 },
  "crawlready-ownership": { batch: 10, waitMs: 1_000, retries: 5, retryDelayMs: 60_000 },
  "crawlready-analysis": { batch: 5, waitMs: 0, retries: 5, retryDelayMs: 30_000 },
};
const PROMPTS: QueueRules = { batch: 5, waitMs: 0, retries: 50, retryDelayMs: 30_000 };

export const AUTH_SECRET = "a-secret-only-for-simulations-0123";

const CLASSES = {
  DOMAIN_AUDIT: DomainAudit,
  DOMAIN_VISITS: DomainVisits,
  DOMAIN_ANSWERS: DomainAnswers,
  SNAPSHOT_INDEX: SnapshotIndex,
  LINK_HOST: LinkHost,
  DEPLOY_LEDGER: DeployLedger,
  WEBHOOK_ENDPOINT: WebhookEndpoint,
  RATE_LIMITER: RateLimiter,
  RENDER_POOL: SimulatedPool,
};
type Kind = keyof typeof CLASSES;

/** The service in one world: its own code, on simulated bindings. */
export class SimulatedService {
  readonly kv = new SimulatedKv();
  readonly snapshots = new SimulatedR2();
  readonly archive = new SimulatedR2();
  readonly objects: Record<Kind, SimulatedNamespace>;
  readonly queues = new Map<QueueName, SimulatedQueue>();
  readonly env: Bindings;
  private workers = 0;

  constructor(settings: Record<string, string> = {}) {
    this.objects = Object.fromEntries(
      Object.entries(CLASSES).map(([kind, Class]) => [
        kind,
        new SimulatedNamespace(kind, Class as never, () => this.env),
      ]),
    ) as Record<Kind, SimulatedNamespace>;
    for (const [name, rules] of Object.entries(RULES)) this.addQueue(name as QueueName, rules);
    for (const provider of PROVIDERS) this.addQueue(promptQueueOf(provider), PROMPTS);
    this.env = {
      DB: d1,
      KV: this.kv,
      SNAPSHOTS: this.snapshots,
      ARCHIVE: this.archive,
      ...this.objects,
      CRAWL_QUEUE: this.queue("crawlready-crawl"),
      RENDER_QUEUE: this.queue("crawlready-render"),
      VISIT_QUEUE: this.queue("crawlready-visits"),
      HOUSEKEEPING_QUEUE: this.queue("crawlready-housekeeping"),
      PURGE_QUEUE: this.queue("crawlready-purge"),
      OWNERSHIP_QUEUE: this.queue("crawlready-ownership"),
      ANALYSIS_QUEUE: this.queue("crawlready-analysis"),
      ...Object.fromEntries(
        PROVIDERS.map((provider) => [promptQueueBindingOf(provider), this.queue(promptQueueOf(provider))]),
      ),
      AUTH_SECRET,
      CRAWLER_PROOFS_URL: "off",
      ...settings,
    } as unknown as Bindings;
  }

  queue(name: QueueName): SimulatedQueue {
    return this.queues.get(name)!;
  }

  private addQueue(name: QueueName, rules: QueueRules): void {
    this.queues.set(name, new SimulatedQueue(name, rules, (batch) => QUEUES[name](batch, this.env)));
  }

  /** Has an isolate of the Worker do something. If it dies, the promise never settles. */
  worker<T>(name: string, work: (process: Process) => Promise<T>): Promise<T> {
    const process = world().newProcess(`${name}#${++this.workers}`);
    return world().enter(process, () => work(process));
  }

  /** A tick of a cron, as messages of these jobs. It may fail, which nobody repeats. */
  tick(jobs: readonly JobName[]): void {
    const at = world().now;
    const messages = jobs.map((job) => ({ body: { job, at, after: null } }));
    void this.worker("cron", () => this.queue("crawlready-housekeeping").sendBatch(messages)).catch(() => undefined);
  }

  /** All objects that exist. */
  *everyObject() {
    for (const namespace of Object.values(this.objects)) yield* namespace.objects.values();
  }

  /** Messages that are waiting or under way. */
  get openMessages(): number {
    return [...this.queues.values()].reduce((sum, queue) => sum + queue.open, 0);
  }
}

/** Adds an account on this plan. */
export function addAccount(id: string, plan: string, limits: object | null = null): void {
  query(
    "INSERT INTO account (id, plan, limit_overrides, created_at) VALUES (?1, ?2, ?3, ?4)",
    id,
    plan,
    limits && JSON.stringify(limits),
    world().now,
  );
}

/** Adds a verified domain. */
export function addDomain(id: string, accountId: string, name: string, columns: Record<string, unknown> = {}): void {
  const row = {
    id,
    account_id: accountId,
    domain: name,
    verified_at: world().now,
    verification_token: `token-${id}`,
    created_at: world().now,
    ...columns,
  };
  const names = Object.keys(row);
  query(
    `INSERT INTO domain (${names.join(", ")}) VALUES (${names.map((_, i) => `?${i + 1}`).join(", ")})`,
    ...Object.values(row),
  );
}
