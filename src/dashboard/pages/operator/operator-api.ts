import type { LetterResponse } from "../../../api/dead-letter-routes";
import { ownFetch, type OwnApiContext } from "../../../api/own-api";
import type { UsageResponse } from "../../../api/service-routes";
import { pathWith, type Query } from "../../../lib/hosts/page-paths";
import type { HealthResponse, OperatorLogResponse } from "../../../operations/schemas";
import type { PublicEnv } from "../../server/page-env";
import { ApiProblem } from "../../server/read";

type Letters = { ids: string[] } | { queue: string };

/** What the operator's endpoints return to the pages. */
export interface OperatorAnswers {
  readHealth: HealthResponse;
  listDeadLetters: { deadLetters: LetterResponse[]; nextCursor: string | null };
  readUsage: UsageResponse;
  readLog: OperatorLogResponse;
}

/** The operator's endpoints in process, which the published client does not have. @throws ApiProblem. */
export type OperatorApi = ReturnType<typeof operatorApi>;

/** Hono's types for the operator's pages. */
export type OperatorEnv = PublicEnv & { Variables: { operatorApi: OperatorApi } };

export function operatorApi(context: OwnApiContext, token: string) {
  const { origin } = new URL(context.request.url);
  const call = async <T>(path: string, query: Query = {}, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const method = body ? "POST" : "GET";
    const url = `${origin}/api/admin/${pathWith(path, query)}`;
    const answer = await ownFetch(context)(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const json = await answer.json<T & { error: string; message: string; requestId: string }>();
    if (!answer.ok) throw new ApiProblem(answer.status, json.error, json.message, { requestId: json.requestId });
    return json;
  };
  return {
    readHealth: () => call<OperatorAnswers["readHealth"]>("health"),
    listDeadLetters: (query: Query) => call<OperatorAnswers["listDeadLetters"]>("dead-letters", query),
    readDeadLetter: (id: string) => call<LetterResponse>(`dead-letters/${encodeURIComponent(id)}`),
    requeueDeadLetters: (letters: Letters) =>
      call<{ requeued: string[]; left: number }>("dead-letters/requeue", {}, letters),
    dropDeadLetters: (letters: Letters) => call<{ dropped: string[]; left: number }>("dead-letters/drop", {}, letters),
    readUsage: (query: Query) => call<OperatorAnswers["readUsage"]>("usage", query),
    readLog: (query: Query) => call<OperatorAnswers["readLog"]>("log", query),
  };
}
