import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import type { ErrandReading } from "../core/errand-walk";

type BucketEnv = Pick<Bindings, "ARCHIVE">;

/** What an agent brought home of one release. */
export interface ErrandRun {
  release: string;
  /** Epoch ms. */
  at: number;
  readings: ErrandReading[];
}

/** Runs that are kept, the latest first. */
const MAX_RUNS = 30;
/** Each try that fails means that another one succeeded. */
const MOST_TRIES = 20;
const keyOf = (domainId: string) => `errands/${domainId}.json`;

export async function keptErrands(env: BucketEnv, domainId: string): Promise<ErrandRun[]> {
  return (await readRuns(env, domainId)).runs;
}

/** `etag`: null if none are kept. */
async function readRuns({ ARCHIVE }: BucketEnv, domainId: string): Promise<{ runs: ErrandRun[]; etag: string | null }> {
  const object = await ARCHIVE.get(keyOf(domainId));
  return object === null ? { runs: [], etag: null } : { runs: await object.json<ErrandRun[]>(), etag: object.etag };
}

/**
 * Adds a run, or replaces that of the same release. Runs that come at the same time are all kept: a write counts only if nothing
 * was written since it was read, and is tried again otherwise.
 * @throws ApiError `temporarily_unavailable` if others were faster each time.
 */
export async function keepErrands(env: BucketEnv, domainId: string, run: ErrandRun): Promise<ErrandRun[]> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { runs: before, etag } = await readRuns(env, domainId);
    const others = before.filter(({ release }) => release !== run.release);
    const runs = [run, ...others].toSorted((a, b) => b.at - a.at).slice(0, MAX_RUNS);
    const onlyIf = etag === null ? { etagDoesNotMatch: "*" } : { etagMatches: etag };
    if ((await env.ARCHIVE.put(keyOf(domainId), JSON.stringify(runs), { onlyIf })) !== null) return runs;
  }
  throw new ApiError("temporarily_unavailable", "Many agents came back at once. Send this one again.");
}

export async function deleteErrands({ ARCHIVE }: BucketEnv, domainId: string): Promise<void> {
  await ARCHIVE.delete(keyOf(domainId));
}
