import type { Checkup, Heard, DoctorPart, DoctorProbe } from "./checkup";
import { causeOf, type Gravity } from "./causes";

/** One line of the doctor's report. */
export interface DoctorFinding {
  part: DoctorPart;
  name: string;
  verdict: "ok" | Gravity;
  /** What was seen, in a few words. */
  seen: string;
  cause: string | null;
  remedy: string | null;
}

/** What the caller knows and the service does not. */
export interface Seen {
  /** The release of the command line. */
  version: string;
  /** The version of the Worker that was asked for; null: whichever answers. */
  wanted: string | null;
  /** The service's clock minus the caller's, ms; null: not measured. */
  clockMs: number | null;
  /** How long the caller waited for what arrives later. */
  waitedMs: number;
}

const CLOCK_TOLERANCE_MS = 5_000;

/** Judges a checkup by what has arrived since: one finding per probe, in the order of the report. */
export function judgeCheckup(checkup: Checkup, heard: Heard | null, seen: Seen): DoctorFinding[] {
  const probes = checkup.probes.map((probe) => settled(probe, checkup, heard, seen));
  const clocks = probes.filter(({ part }) => part === "clock");
  return [
    releaseFinding(checkup, seen),
    ...probes.filter(({ part }) => part !== "clock").map(findingOf),
    clockFinding(seen),
    ...oneClock(clocks),
    planFinding(checkup),
  ];
}

/** The only finding if the service could not be asked. */
export function reachFinding(reason: string, seen: string): DoctorFinding {
  const { severity, cause, remedy } = causeOf("reach", reason);
  return { part: "reach", name: "service", verdict: severity, seen, cause, remedy };
}

/** Whether the service can do its work. */
export const isSound = (findings: readonly DoctorFinding[]): boolean =>
  findings.every(({ verdict }) => verdict !== "failed");

/** Something that had to arrive has, or the wait for it is over. */
function settled(probe: DoctorProbe, { id }: Checkup, heard: Heard | null, { waitedMs }: Seen): DoctorProbe {
  if (probe.state !== "waits") return probe;
  const names = heard?.id === id ? (probe.part === "queue" ? heard.queues : heard.alarms) : [];
  if (names.includes(probe.name))
    return { ...probe, state: "works", detail: probe.part === "queue" ? "delivered" : "rang" };
  return { ...probe, state: "fails", reason: "waiting", detail: `nothing within ${Math.round(waitedMs / 1000)} s` };
}

function findingOf(probe: DoctorProbe): DoctorFinding {
  const { part, name, state, reason, ms, detail } = probe;
  const time = state === "works" && ms !== null && ms > 0 ? `${ms} ms` : "";
  const about = [detail, time].filter((each) => each !== "").join(", ");
  if (state === "works" && reason === "") return { part, name, verdict: "ok", seen: about, cause: null, remedy: null };
  const { severity, cause, remedy } = causeOf(part, reason);
  // What was not tried has not failed.
  const verdict = state === "untried" && severity === "failed" ? "note" : severity;
  return { part, name, verdict, seen: about, cause, remedy };
}

/** All clocks that agree with the Worker's are one line. */
function oneClock(clocks: readonly DoctorProbe[]): DoctorFinding[] {
  const wrong = clocks.filter(({ state }) => state !== "works");
  const right = clocks.length - wrong.length;
  const agreeing: DoctorFinding[] =
    right === 0
      ? []
      : [
          {
            part: "clock",
            name: "inside",
            verdict: "ok",
            seen: `${right} of ${clocks.length} agree`,
            cause: null,
            remedy: null,
          },
        ];
  return [...agreeing, ...wrong.map(findingOf)];
}

function clockFinding({ clockMs }: Seen): DoctorFinding {
  const isRight = clockMs === null || Math.abs(clockMs) <= CLOCK_TOLERANCE_MS;
  const { severity, cause, remedy } = causeOf("clock", "caller");
  const seen = clockMs === null ? "not measured" : `${clockMs} ms from this computer's`;
  const about = { part: "clock", name: "service", seen } as const;
  if (isRight) return { ...about, verdict: "ok", cause: null, remedy: null };
  return { ...about, verdict: severity, cause, remedy };
}

function releaseFinding({ release, migrations, objectSchemas }: Checkup, { version, wanted }: Seen): DoctorFinding {
  const steps = Object.values(objectSchemas);
  const schemas = `${migrations.applied.length} migrations, objects at step ${Math.max(0, ...steps)}`;
  const deployment = release.deployment === null ? "" : `, version ${release.deployment}`;
  const about = { part: "release", name: "service", seen: `${release.version}${deployment}, ${schemas}` } as const;
  const reason =
    wanted !== null && release.deployment !== wanted ? "version" : release.version === version ? null : "other";
  if (reason === null) return { ...about, verdict: "ok", cause: null, remedy: null };
  const { severity, cause, remedy } = causeOf("release", reason);
  return { ...about, verdict: severity, cause, remedy };
}

function planFinding({ settings }: Checkup): DoctorFinding {
  const { plan, siteRequestsPerJob, browserSecondsPerDay } = settings;
  const seen = `${siteRequestsPerJob} requests per job, ${browserSecondsPerDay} browser seconds per day`;
  const { severity, cause, remedy } = causeOf("plan", plan);
  return { part: "plan", name: plan, verdict: severity, seen, cause, remedy };
}
