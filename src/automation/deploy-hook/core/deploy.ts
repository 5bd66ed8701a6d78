import { backoffSeconds } from "../../../lib/time/backoff";
import { HOUR_MS, SECOND_MS } from "../../../lib/time/time";

/** The steps of a deploy, in order. */
export const STEPS = ["list", "invalidate", "prewarm", "compare", "submit", "audit"] as const;
export type Step = (typeof STEPS)[number];

export interface StepRecord {
  beganAt: number;
  /** Null: under way. */
  endedAt: number | null;
  /** What the reader should know, such as why the step did less than requested; null: nothing. */
  note: string | null;
}

/** What the caller requested. */
export interface DeployOrder {
  domainId: string;
  /** Names the release; a second call with it returns the same deploy. */
  ref: string | null;
  /** Paths that changed; null: the sitemap says. */
  paths: string[] | null;
  indexNow: boolean;
  audit: boolean;
  /** The paths are submitted even if their content is the same. */
  resubmit?: boolean;
}

export interface Deploy extends Omit<DeployOrder, "ref" | "paths" | "resubmit"> {
  id: string;
  /** Whether the sitemap says which pages have changed, in addition to the named ones. */
  sitemap: boolean;
  /** Paths that callers named. */
  paths: string[];
  /** Those of them that are submitted even if their content is the same. */
  resubmitted?: string[];
  state: "waiting" | "running" | "done" | "failed";
  /** Names of the releases that it covers. */
  refs: string[];
  askedAt: number;
  beganAt: number | null;
  endedAt: number | null;
  /** No deploy had read the sitemap before, so there is nothing to compare uncached pages with. */
  isFirst: boolean;
  step: Step | null;
  steps: Partial<Record<Step, StepRecord>>;
  /** Failed attempts of the current step since it last made progress. */
  failures: number;
  /** When the current step last made progress, epoch ms. */
  progressAt: number;
  /** How often work that may have been lost has been requested again since then. */
  nudges: number;
  counts: { listed: number; submitted: number };
  auditRunId: string | null;
  error: string | null;
}

/** How a turn of a step ended: the step continues after `waitMs`, or is done. `ahead`: the turn made progress. */
export type TurnEnd = { kind: "again"; waitMs: number; ahead: boolean } | { kind: "done"; note: string | null };

/** Why a step can never succeed. */
export class StepRefused extends Error {}

/** Why a step can't succeed now. */
export class StepDelayed extends Error {
  constructor(
    message: string,
    readonly seconds: number,
  ) {
    super(message);
  }
}

/** If one of these steps fails, the deploy fails. Failures of the others are noted, and the deploy continues. */
const NEEDED: ReadonlySet<Step> = new Set(["list", "invalidate", "prewarm", "compare"]);
/** Failures in a row after which a step is given up: with the pauses in between, about two hours. */
const MAX_FAILURES = 8;
const PAUSE = { baseSeconds: 15, maxSeconds: HOUR_MS / SECOND_MS };
const MAX_NOTE = 300;
/** Most paths of one deploy that callers name. */
export const MAX_GIVEN_PATHS = 1_000;
/** Their characters in all: a deploy is one row, and a row holds 2 MB. */
const MAX_GIVEN_LENGTH = 1_000_000;

export function newDeploy(id: string, order: DeployOrder, now: number): Deploy {
  const { ref, paths, resubmit, ...rest } = order;
  return {
    ...rest,
    ...(resubmit && { resubmitted: paths ?? [] }),
    id,
    sitemap: paths === null,
    paths: paths ?? [],
    state: "waiting",
    refs: ref === null ? [] : [ref],
    askedAt: now,
    beganAt: null,
    endedAt: null,
    isFirst: false,
    step: null,
    steps: {},
    failures: 0,
    progressAt: now,
    nudges: 0,
    counts: { listed: 0, submitted: 0 },
    auditRunId: null,
    error: null,
  };
}

/** A waiting deploy merged with another order: it does what either requested, once. */
export function joinDeploy(deploy: Deploy, order: DeployOrder): Deploy {
  return {
    ...deploy,
    sitemap: deploy.sitemap || order.paths === null,
    paths: [...new Set([...deploy.paths, ...(order.paths ?? [])])],
    refs: order.ref === null ? deploy.refs : [...new Set([...deploy.refs, order.ref])],
    indexNow: deploy.indexNow || order.indexNow,
    audit: deploy.audit || order.audit,
    ...(order.resubmit && { resubmitted: [...new Set([...(deploy.resubmitted ?? []), ...(order.paths ?? [])])] }),
  };
}

/** Whether a deploy has room for the pages that callers named. */
export function hasRoom({ paths }: Pick<Deploy, "paths">): boolean {
  return paths.length <= MAX_GIVEN_PATHS && paths.reduce((sum, { length }) => sum + length, 0) <= MAX_GIVEN_LENGTH;
}

/** Whether a deploy does everything that an order requests. */
export function covers(deploy: Deploy, { paths, indexNow, audit, resubmit }: DeployOrder): boolean {
  const named = new Set(resubmit ? deploy.resubmitted : deploy.paths);
  const pages = paths === null ? deploy.sitemap : paths.every((path) => named.has(path));
  return pages && (deploy.indexNow || !indexNow) && (deploy.audit || !audit);
}

export function beginDeploy(deploy: Deploy, isFirst: boolean, now: number): Deploy {
  return enterStep({ ...deploy, state: "running", beganAt: now, isFirst }, "list", now);
}

function enterStep(deploy: Deploy, step: Step, now: number): Deploy {
  const steps = { ...deploy.steps, [step]: { beganAt: now, endedAt: null, note: null } };
  return { ...deploy, step, steps, failures: 0, nudges: 0, progressAt: now };
}

/** The deploy after a turn of its step. A turn of another step, or of a deploy that is not running, changes nothing. */
export function afterTurn(deploy: Deploy, step: Step, turn: TurnEnd, now: number): Deploy {
  if (deploy.state !== "running" || deploy.step !== step) return deploy;
  if (turn.kind === "again") return turn.ahead ? { ...deploy, failures: 0, nudges: 0, progressAt: now } : deploy;
  return leaveStep(deploy, step, turn.note, now);
}

function leaveStep(deploy: Deploy, step: Step, note: string | null, now: number): Deploy {
  const record = { ...deploy.steps[step]!, endedAt: now, note: note?.slice(0, MAX_NOTE) ?? null };
  const left = { ...deploy, steps: { ...deploy.steps, [step]: record } };
  const next = STEPS[STEPS.indexOf(step) + 1];
  return next ? enterStep(left, next, now) : { ...left, step: null, state: "done", endedAt: now };
}

/** The deploy after a failure of its step, and the pause in ms before the next attempt. `random` is in [0, 1). */
export function afterFailure(
  deploy: Deploy,
  step: Step,
  error: { reason: string; final: boolean; retryAfterSeconds?: number },
  { now, random }: { now: number; random: number },
): { deploy: Deploy; waitMs: number } {
  if (deploy.state !== "running" || deploy.step !== step) return { deploy, waitMs: 0 };
  const failures = deploy.failures + 1;
  if (!error.final && failures < MAX_FAILURES) {
    const { retryAfterSeconds = 0 } = error;
    const waitMs = backoffSeconds(failures, random, { ...PAUSE, retryAfterSeconds }) * SECOND_MS;
    return { deploy: { ...deploy, failures }, waitMs: Math.max(SECOND_MS, waitMs) };
  }
  if (!NEEDED.has(step)) return { deploy: leaveStep(deploy, step, error.reason, now), waitMs: 0 };
  return { deploy: failDeploy(deploy, error.reason, now), waitMs: 0 };
}

export function failDeploy(deploy: Deploy, reason: string, now: number): Deploy {
  const error = reason.slice(0, MAX_NOTE);
  const failed: Deploy = { ...deploy, state: "failed", endedAt: now, error };
  const record = deploy.step && deploy.steps[deploy.step];
  if (!record) return failed;
  return { ...failed, steps: { ...deploy.steps, [deploy.step!]: { ...record, endedAt: now, note: error } } };
}
