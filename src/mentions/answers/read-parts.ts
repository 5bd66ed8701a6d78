import { getPack } from "./answers-bucket";
import { answersOf, type AnswersEnv } from "./answers-of";
import { unpackedJson, type StoredAnalysis, type StoredAnswer, type StoredParts } from "./stored-answer";

export interface ReadAnswer {
  answer: StoredAnswer;
  analysis: StoredAnalysis | null;
}

/** A file may be replaced between looking it up and reading it; its rows then know the new one. */
const TRIES = 3;
const ALL = Number.MAX_SAFE_INTEGER;

/** Reads stored answers from the object's parts and from R2; null for a row without an answer. */
export async function readParts(
  env: AnswersEnv,
  domainId: string,
  parts: readonly StoredParts[],
  left = TRIES,
): Promise<Array<ReadAnswer | null>> {
  const files = new Map<string, { from: number; to: number; body: ArrayBuffer | null }>();
  for (const { pack, at, answerLength, analysisLength } of parts) {
    if (pack === null) continue;
    const known = files.get(pack) ?? { from: at, to: at, body: null };
    const to = Math.max(known.to, at + answerLength + analysisLength);
    files.set(pack, { from: Math.min(known.from, at), to, body: null });
  }
  for (const [key, file] of files)
    file.body = await getPack(env, domainId, key, { offset: file.from, length: file.to - file.from });
  const lost = parts.filter(({ pack }) => pack !== null && files.get(pack)!.body === null);
  const found = lost.length === 0 ? [] : await again(env, domainId, lost, left);
  return parts.map((part) => {
    const i = lost.indexOf(part);
    if (i >= 0) return found[i]!;
    const file = part.pack === null ? null : files.get(part.pack)!;
    return file ? readOne(part, file.body, part.at - file.from) : readOne(part, null, 0);
  });
}

async function again(env: AnswersEnv, domainId: string, lost: readonly StoredParts[], left: number) {
  if (left === 1) throw new Error(`the answers ${lost[0]!.pack} are missing`);
  const { parts } = await answersOf(env, domainId).answersOfRuns(lost, ALL);
  const byId = new Map(parts.map((part) => [part.runId, part]));
  const rest = lost.flatMap(({ runId }) => byId.get(runId) ?? []);
  const read = await readParts(env, domainId, rest, left - 1);
  // One that was deleted meanwhile has no answer.
  return lost.map(({ runId }) => read[rest.findIndex((part) => part.runId === runId)] ?? null);
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
