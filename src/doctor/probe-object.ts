import { version } from "../../package.json";
import type { Bindings } from "../env";
import { objectStub, type ObjectStub } from "../lib/platform/object-stub";
import { SECOND_MS } from "../lib/time/time";
import type { DoctorProbe } from "./core/checkup";
import { clockOffset } from "./core/clock-offset";
import { OBJECT_STEPS } from "./object-schemas";
import { DOCTOR, type ProbedObject, type ProbeStart } from "./probed-object";
import { tryProbe, WORKS, type ProbeOutcome } from "./try-probe";

type ProbedBinding = keyof typeof OBJECT_STEPS;

export const OBJECT_BINDINGS = Object.keys(OBJECT_STEPS) as ProbedBinding[];

/** The object that keeps the record of a checkup. */
export const RECORD_KEEPER = "RATE_LIMITER";

/** What the service's parts may differ by without harm. */
const TOLERANCE_MS = 5 * SECOND_MS;

/** The doctor's object of a class. */
export function doctorOf(env: Bindings, binding: ProbedBinding): ObjectStub<ProbedObject> {
  return objectStub<Rpc.DurableObjectBranded>(env[binding], DOCTOR) as unknown as ObjectStub<ProbedObject>;
}

export function clockOutcome(offsetMs: number): ProbeOutcome {
  if (Math.abs(offsetMs) <= TOLERANCE_MS) return { ...WORKS, detail: `${offsetMs} ms` };
  return { state: "fails", reason: "differs", detail: `${offsetMs} ms` };
}

/** What came of beginning with one class: probes of the object and its clock, and its alarm, which is to ring. */
export async function probeObject(
  env: Bindings,
  binding: ProbedBinding,
  id: string,
): Promise<{ probes: DoctorProbe[]; start: ProbeStart | null }> {
  let start: ProbeStart | null = null;
  let offset = 0;
  const object = await tryProbe(env, { part: "object", name: binding, binding }, async () => {
    const before = Date.now();
    start = await doctorOf(env, binding).beginProbe(id, binding === RECORD_KEEPER);
    if ("busyMs" in start) return { state: "untried", reason: "busy" };
    offset = clockOffset(start.at, before, Date.now());
    if (start.version === version) return WORKS;
    return { state: "fails", reason: "release", detail: `release ${start.version}` };
  });
  const began = start as ProbeStart | null;
  if (began === null || "busyMs" in began) return { probes: [object], start: began };
  const clock = await tryProbe(env, { part: "clock", name: binding }, async () => clockOutcome(offset));
  const alarm = await tryProbe(env, { part: "alarm", name: binding }, async () => ({ state: "waits" }));
  return { probes: [object, clock, alarm], start: began };
}
