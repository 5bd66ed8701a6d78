import { mapBounded } from "../../lib/platform/async-pool";
import { getPack } from "./answers-bucket";
import { answersOf, type AnswersEnv } from "./answers-of";
import { unpackedJson, type StoredAnalysis, type StoredAnswer, type StoredParts } from "./stored-answer";

export interface ReadAnswer {
  answer: StoredAnswer;
  analysis: StoredAnalysis | null;
}

/** A file may be replaced between looking it up and reading it; its rows then know the new one. */
const TRIES = 3;
/** An invocation may have six open connections. */
const FILES_AT_ONCE = 6;
const ALL = Number.MAX_SAFE_INTEGER;

/** Reads stored answers from the object's parts and from R2; null for a row without an answer. */
export async function readParts(
  env: AnswersEnv,
  domainId: string,
  parts: readonly StoredParts[],
  left = TRIES,
): Promise<Array<ReadAnswer | null>> {
  const read = new Map<StoredParts, ReadAnswer | null>();
  const files = new Map<string, StoredParts[]>();
  for (const part of parts) {
    if (part.pack === null) read.set(part, readOne(part, null, 0));
    else files.set(part.pack, [...(files.get(part.pack) ?? []), part]);
  }
  const lost: StoredParts[] = [];
  await mapBounded([...files], FILES_AT_ONCE, async ([key, own]) => {
    const offset = Math.min(...own.map(({ at }) => at));
    const end = Math.max(...own.map(({ at, answerLength, analysisLength }) => at + answerLength + analysisLength));
    const file = await getPack(env, domainId, key, { offset, length: end - offset });
    if (file === null) lost.push(...own);
    else for (const part of own) read.set(part, readOne(part, file, part.at - offset));
  });
  if (lost.length > 0) {
    const found = await readAgain(env, domainId, lost, left);
    for (const part of lost) read.set(part, found.get(part.runId) ?? null);
  }
  return parts.map((part) => read.get(part) ?? null);
}

/** Looks lost answers up again. One that was deleted meanwhile is not found. */
async function readAgain(env: AnswersEnv, domainId: string, lost: readonly StoredParts[], left: number) {
  if (left === 1) throw new Error(`the answers ${lost[0]!.pack} are missing`);
  const keys = lost.map(({ day, createdAt, runId }) => ({ day, createdAt, runId }));
  const { parts } = await answersOf(env, domainId).answersOfRuns(keys, ALL);
  const read = await readParts(env, domainId, parts, left - 1);
  return new Map(parts.map(({ runId }, i) => [runId, read[i]!]));
}

function readOne(part: StoredParts, file: ArrayBuffer | null, at: number): ReadAnswer | null {
  const { answerLength, analysisLength, rulesKey } = part;
  const answer = part.answer ?? (file && new Uint8Array(file, at, answerLength));
  if (!answer) return null;
  const analysis =
    part.analysis ?? (file && analysisLength > 0 ? new Uint8Array(file, at + answerLength, analysisLength) : null);
  return {
    answer: unpackedJson(answer) as StoredAnswer,
    analysis: analysis && rulesKey !== null ? (unpackedJson(analysis) as StoredAnalysis) : null,
  };
}
