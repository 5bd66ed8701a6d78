import { setTimeout as pause } from "node:timers/promises";
import type { Checkup, Heard } from "../../src/doctor/core/checkup";
import { judgeCheckup, type DoctorFinding } from "../../src/doctor/core/judge-checkup";
import { NotReached, type DoctorService } from "./doctor-service.ts";

export interface ExaminePlan {
  /** The release of the command line. */
  version: string;
  workerVersion: string | null;
  /** What the checkup may do. */
  order: { mailTo?: string; spend?: boolean };
  /** How long to wait for messages of queues and alarms. */
  timeoutMs: number;
  /** How long to wait for a service that does not answer yet. */
  patienceMs: number;
  /** Registers what has to be done if the process is ended. */
  onExit: (work: () => Promise<void>) => void;
}

/** The clock, which tests replace. */
export interface World {
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
}

const POLL_MS = 1_000;

/**
 * Has a service examine itself, waits for what arrives later, and judges all of it. The checkup is ended in any case.
 * @throws NotReached
 */
export async function examineService(
  service: DoctorService,
  plan: ExaminePlan,
  world: World = { now: Date.now, wait: pause },
): Promise<DoctorFinding[]> {
  await greetPatiently(service, plan.patienceMs, world);
  let isOver = false;
  const end = async () => {
    if (isOver) return;
    isOver = true;
    // What stays behind goes by itself ten minutes later.
    await service.end().catch(() => {});
  };
  plan.onExit(end);
  try {
    const checkup = await service.start(plan.order);
    const waited = await waitForAll(service, checkup, plan.timeoutMs, world);
    return judgeCheckup(checkup, waited.heard, { ...waited, version: plan.version, wanted: plan.workerVersion });
  } catch (error) {
    // The checkup under way is somebody else's.
    if (error instanceof NotReached && error.reason === "busy") isOver = true;
    throw error;
  } finally {
    await end();
  }
}

/** A service that was deployed a moment ago may not be reachable everywhere yet. */
async function greetPatiently(service: DoctorService, patienceMs: number, { now, wait }: World): Promise<void> {
  const endAt = now() + patienceMs;
  for (;;) {
    try {
      return await service.greet();
    } catch (error) {
      if (!(error instanceof NotReached) || now() + POLL_MS > endAt) throw error;
      await wait(POLL_MS);
    }
  }
}

interface Waited {
  heard: Heard | null;
  clockMs: number | null;
  waitedMs: number;
}

/** Waits until everything has arrived, or until the time is over. A poll that fails is repeated. */
async function waitForAll(
  service: DoctorService,
  { probes }: Checkup,
  timeoutMs: number,
  { now, wait }: World,
): Promise<Waited> {
  const awaited = probes.filter(({ state }) => state === "waits").length;
  const from = now();
  let heard: Heard | null = null;
  let quickest: { roundMs: number; clockMs: number } | null = null;
  for (;;) {
    const sentAt = now();
    const answer = await service.read().catch(() => null);
    const arrivedAt = now();
    if (answer) {
      heard = answer;
      const roundMs = arrivedAt - sentAt;
      // The service read its clock somewhere between; half-way is off by half of the round at most.
      const clockMs = Math.round(answer.at - (sentAt + roundMs / 2));
      if (quickest === null || roundMs < quickest.roundMs) quickest = { roundMs, clockMs };
    }
    const arrived = (heard?.alarms.length ?? 0) + (heard?.queues.length ?? 0);
    const waitedMs = arrivedAt - from;
    if (arrived >= awaited || waitedMs >= timeoutMs) return { heard, clockMs: quickest?.clockMs ?? null, waitedMs };
    await wait(POLL_MS);
  }
}
