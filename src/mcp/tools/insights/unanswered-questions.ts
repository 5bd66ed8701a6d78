import * as z from "zod";
import { fitted, Quoted, quoted, shortPath, skipCursor } from "../../define/bounded";
import { args, ListCursor, LookBack, defineTool, DomainName, nextCursorOf, READS } from "../../define/define-tool";

const LISTED = 200;

export const unansweredQuestionsTool = defineTool({
  name: "unanswered_questions",
  title: "Questions without a page",
  description:
    "The searches that AI assistants ran for the domain's prompts, with what the site has for each: no page, a page with some of the words, or a page; and the pages that would answer and that no crawler has read.",
  input: args({ domain: DomainName, days: LookBack, cursor: ListCursor }),
  output: z.object({
    domain: z.string(),
    searches: z.int(),
    pages: z.int().describe("Pages compared with; 0: none are cached, so nothing is claimed"),
    none: z.int(),
    partly: z.int(),
    page: z.int(),
    unread: z.array(z.object({ path: z.string(), runs: z.int() })),
    questions: z.array(
      z.object({
        search: Quoted,
        runs: z.int(),
        providers: z.array(z.string()),
        covers: z.string(),
        path: z.string().nullable(),
        cited: z.int(),
      }),
    ),
    nextCursor: nextCursorOf(`at most ${LISTED} searches`),
  }),
  annotations: READS,
  calls: ["readQuestions"],
  run: async ({ domain, days, cursor }, { api }) => {
    const report = await api.readQuestions({ query: { domain, days, limit: LISTED } });
    const rows = report.questions.map(({ query, runs, providers, covers, path, cited }) => ({
      search: quoted(query),
      runs,
      providers,
      covers,
      path: path === null ? null : shortPath(path),
      cited,
    }));
    return fitted(rows, skipCursor(cursor), (items, next) => ({
      domain,
      searches: report.searches,
      pages: report.pages,
      none: report.none,
      partly: report.partly,
      page: report.page,
      unread: report.unread.slice(0, 10).map(({ path, runs }) => ({ path: shortPath(path), runs })),
      questions: items,
      nextCursor: next === null ? null : String(next),
    }));
  },
});
