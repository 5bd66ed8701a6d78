import type { Bindings } from "../env";
import { cleanLine } from "../lib/text/strangers-text";
import { withDeadline } from "../lib/time/deadline";
import { SECOND_MS } from "../lib/time/time";
import { allSettings } from "../settings/table";
import type { DoctorPart, DoctorProbe } from "./core/checkup";

/** How one thing that was tried ended. */
export type ProbeOutcome = Pick<DoctorProbe, "state"> & { reason?: string; detail?: string };

export const WORKS: ProbeOutcome = { state: "works" };

/** What a probe may take. A render takes longest. */
const PROBE_MS = 45 * SECOND_MS;
const MAX_DETAIL = 300;
/** A shorter secret could be a word of a message. */
const SHORTEST_SECRET = 8;

/** Tries one thing. A failure and a missing answer are results. `binding`: what it needs, which may not be bound. */
export async function tryProbe(
  env: Bindings,
  about: { part: DoctorPart; name: string; binding?: keyof Bindings },
  work: () => Promise<ProbeOutcome>,
): Promise<DoctorProbe> {
  const { part, name, binding } = about;
  if (binding !== undefined && env[binding] === undefined) return done({ state: "fails", reason: "missing" }, null);
  const from = Date.now();
  const outcome = await withDeadline(work(), PROBE_MS).catch((error: unknown): ProbeOutcome => ({
    state: "fails",
    reason: "error",
    detail: messageOf(error),
  }));
  return done(outcome ?? { state: "fails", reason: "silent" }, Date.now() - from);

  function done({ state, reason = "", detail = "" }: ProbeOutcome, ms: number | null): DoctorProbe {
    return { part, name, state, reason, ms, detail: cleanLine(withoutSecrets(env, detail), MAX_DETAIL) };
  }
}

/** Our own message of a query repeats its parameters; the platform's, which is its cause, says what is wrong. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** What others say may repeat a key that they refuse. */
function withoutSecrets(env: Bindings, text: string): string {
  const values = allSettings().flatMap(({ kind, name }) =>
    kind === "secret" ? ((env as unknown as Record<string, string | undefined>)[name]?.trim() ?? []) : [],
  );
  return values
    .filter((value) => value.length >= SHORTEST_SECRET)
    .reduce((left, value) => left.replaceAll(value, "[secret]"), text);
}
