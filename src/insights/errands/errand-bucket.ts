import type { Bindings } from "../../env";
import type { ErrandResult, Reading } from "../core/errand-walk";

type BucketEnv = Pick<Bindings, "ARCHIVE">;

/** What an agent brought home of one release. */
export interface ErrandRun {
  release: string;
  /** Epoch ms. */
  at: number;
  readings: Array<{ reading: Reading; errands: ErrandResult[] }>;
}

/** Runs that are kept, the latest first. */
const MAX_RUNS = 30;
const keyOf = (domainId: string) => `errands/${domainId}.json`;

export async function keptErrands({ ARCHIVE }: BucketEnv, domainId: string): Promise<ErrandRun[]> {
  const object = await ARCHIVE.get(keyOf(domainId));
  return object === null ? [] : object.json<ErrandRun[]>();
}

/** Adds a run, or replaces that of the same release. */
export async function keepErrands(env: BucketEnv, domainId: string, run: ErrandRun): Promise<ErrandRun[]> {
  const others = (await keptErrands(env, domainId)).filter(({ release }) => release !== run.release);
  const runs = [run, ...others].slice(0, MAX_RUNS);
  await env.ARCHIVE.put(keyOf(domainId), JSON.stringify(runs));
  return runs;
}

export async function deleteErrands({ ARCHIVE }: BucketEnv, domainId: string): Promise<void> {
  await ARCHIVE.delete(keyOf(domainId));
}
