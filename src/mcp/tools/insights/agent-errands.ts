import * as z from "zod";
import { instant, Quoted, quoted, shortPath } from "../../define/bounded";
import { args, defineTool, DomainName, READS } from "../../define/define-tool";

export const agentErrandsTool = defineTool({
  name: "agent_errands",
  title: "What a scripted agent finds on the site",
  description:
    "Of the latest release: whether a scripted agent found a price, a way to reach the site and the return policy, by accessibility tree, served HTML and Markdown, on which way, and what the release before found and this one lost. CI sends the agent with POST /api/analytics/errands, people from the dashboard.",
  input: args({ domain: DomainName }),
  output: z.object({
    domain: z.string(),
    release: z.string().nullable().describe("Null: no agent was sent yet"),
    at: z.string().nullable(),
    errands: z.array(
      z.object({
        reading: z.string(),
        errand: z.string(),
        state: z.string(),
        lost: z.boolean().describe("Passed with the release before"),
        path: z.array(z.string()),
        found: Quoted,
        unread: z.string().nullable().describe("The page on the way that is not in the cache"),
      }),
    ),
  }),
  annotations: READS,
  calls: ["readErrands"],
  run: async ({ domain }, { api }) => {
    const { runs } = await api.readErrands({ query: { domain } });
    const latest = runs[0];
    return {
      domain,
      release: latest?.release ?? null,
      at: instant(latest?.at ?? null),
      errands: (latest?.readings ?? []).flatMap(({ reading, errands, lost }) =>
        errands.map(({ errand, state, path, quote, unread }) => ({
          reading,
          errand,
          state,
          lost: lost.includes(errand),
          path: path.map((each) => shortPath(each)),
          found: quoted(quote),
          unread: unread === null ? null : shortPath(unread),
        })),
      ),
    };
  },
});
