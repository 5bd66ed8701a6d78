import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { migratedState } from "../support/migrated-state.ts";
import { ask, startService } from "../support/service.ts";
import { strictVariables } from "../support/strict-providers.ts";
import { fillDisk, freeDisk, mountDisk, unmountDisk } from "./faults/disk.ts";
import { startClock } from "./faults/clock.ts";
import { audits } from "./loads/audits.ts";
import { deletions } from "./loads/deletions.ts";
import { deploys, startIndexNow } from "./loads/deploys.ts";
import { pages } from "./loads/pages.ts";
import { prompts, startProviders } from "./loads/prompts.ts";
import { visits } from "./loads/visits.ts";
import { webhooks } from "./loads/webhooks.ts";
import { planOf, randomOf, type Step, type Wanted } from "./plan.ts";
import { pause, type Finding, type Load, type World } from "./world.ts";

const TICK_MS = 5_000;
const QUARTER_HOURLY = encodeURIComponent("*/15 * * * *");

export interface Ended {
  kills: number;
  fills: number;
  jumps: number;
  seconds: number;
  findings: Finding[];
  refusals: Map<string, number>;
}

/** Carries out a plan against a service under all kinds of work, and compares what it acknowledged with what is there. */
export async function runPlan(wanted: Wanted & { minutes: number }, say: (line: string) => void): Promise<Ended> {
  const plan = planOf(wanted);
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-chaos-"));
  const stateDir = path.join(folder, "state");
  if (wanted.fills > 0) mountDisk(stateDir);
  cpSync(migratedState(), stateDir, { recursive: true });
  const clock = wanted.jumps > 0 ? startClock(folder) : null;
  const providers = await startProviders(randomOf(wanted.seed, "providers"));
  const indexNow = await startIndexNow();
  const variables: Record<string, string> = {
    AI_TIMEOUT_SECONDS: "3",
    ANALYSIS_PROVIDER: "off",
    INDEXNOW_URL: indexNow.url,
    ...strictVariables(providers.standIn.baseUrls),
    ...clock?.variables,
  };
  const startedAt = Date.now();
  const service = await startService(variables, { stateDir });
  const done = { kill: 0, fill: 0, jump: 0 };
  let [isOver, isFull] = [false, false];
  const world: World = {
    service,
    variables,
    now: () => Date.now() + (clock?.shiftMs() ?? 0),
    isOver: () => isOver,
    isFull: () => isFull,
    jumps: () => done.jump,
    faults: () => done.kill + done.fill + done.jump,
    random: (name) => randomOf(wanted.seed, name),
    odd: [],
    refusals: new Map(),
  };
  const removed = await deletions(world);
  const loads: Load[] = [
    await audits(world),
    await visits(world),
    await pages(world),
    await prompts(world, providers),
    await webhooks(world),
    await deploys(world, indexNow),
  ];
  const dieAndReturn = async (meanwhile = () => {}) => {
    await service.kill();
    for (const load of loads) load.whileDead?.();
    meanwhile();
    await service.restart();
  };
  const commit = async (step: Step) => {
    done[step.kind]++;
    if (step.kind === "kill") return dieAndReturn();
    if (step.kind === "fill") {
      isFull = true;
      fillDisk(stateDir);
      await pause(step.holdMs);
      freeDisk(stateDir);
      isFull = false;
      return;
    }
    if (step.running) clock!.jump(step.seconds);
    else await dieAndReturn(() => clock!.jump(step.seconds));
  };
  const tick = async () => {
    const time = world.now();
    const url = `/cdn-cgi/handler/scheduled?cron=${QUARTER_HOURLY}&time=${time}`;
    await ask(service.base, "GET", url).catch(() => null);
  };
  const ticking = setInterval(() => void tick(), TICK_MS);
  const work = Promise.all([...loads, removed].map((load) => load.work()));
  const endAt = Date.now() + wanted.minutes * 60_000;
  for (const [i, step] of plan.entries()) {
    await pause(step.afterMs);
    if (Date.now() > endAt) break;
    await commit(step);
    if (service.child.exitCode !== null) {
      world.odd.push(`the service ended by itself: ${service.output().slice(-500)}`);
      await service.restart();
    }
    const { afterMs: _, ...shown } = step;
    say(`${i + 1} of ${plan.length}: ${JSON.stringify(shown)}`);
  }
  isOver = true;
  clock?.catchUp();
  await work;
  const settle = async (load: Load) => {
    const found = await load.findings();
    for (const { what, count, wrong } of found) say(`${wrong.length === 0 ? "kept" : "BROKEN"}  ${what}: ${count}`);
    return found;
  };
  const findings: Finding[] = (await Promise.all(loads.map(settle))).flat();
  // Ticks an hour ahead, so nothing else may be due.
  findings.push(...(await settle(removed)));
  clearInterval(ticking);
  findings.push({
    what: "answers in the documented form, requests that succeed at last",
    count: "all",
    wrong: world.odd,
  });
  await service.stop();
  if (wanted.fills > 0) unmountDisk(stateDir);
  await service.dispose();
  await providers.standIn.close();
  rmSync(folder, { recursive: true, force: true });
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  return { kills: done.kill, fills: done.fill, jumps: done.jump, seconds, findings, refusals: world.refusals };
}
