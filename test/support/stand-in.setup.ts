import type http from "node:http";
import type { TestProject } from "vitest/node";
import { startStandIn, type Behaviour, type Received } from "../../demo/stand-in/server.ts";
import { judgeStrictly, strictVariables } from "./strict-providers.ts";

/**
 * The stand-in for the AI providers behind the strict checker, for tests inside workerd. `PUT /__script` with
 * `{question, provider?, behaviours}` sets the responses to the next calls with that question. `GET /__log?question=…`
 * returns the received calls.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scripts = new Map<string, Behaviour[]>();
  const behave = ({ provider, question }: Received): Behaviour =>
    scripts.get(`${provider}|${question}`)?.shift() ?? scripts.get(`|${question}`)?.[0] ?? { kind: "complete" };
  const otherwise = (request: http.IncomingMessage, text: string, response: http.ServerResponse) => {
    const url = new URL(request.url ?? "/", standIn.origin);
    if (request.method === "PUT") {
      const script = JSON.parse(text) as { question: string; provider?: string; behaviours: Behaviour[] };
      scripts.set(`${script.provider ?? ""}|${script.question}`, script.behaviours);
    }
    const question = url.searchParams.get("question");
    response.end(JSON.stringify(standIn.log.filter((received) => received.question === question)));
  };
  const standIn = await startStandIn(0, { judge: judgeStrictly, behave, otherwise });
  project.provide(
    "standIn" as never,
    {
      TEST_STAND_IN: standIn.origin,
      ...strictVariables(standIn.baseUrls),
      AI_TIMEOUT_SECONDS: "2",
      // Only the tests of judgements ask for them.
      ANALYSIS_PROVIDER: "off",
    } as never,
  );
  return () => standIn.close();
}
