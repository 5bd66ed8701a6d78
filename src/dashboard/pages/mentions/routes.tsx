import { Hono } from "hono";
import { page } from "../../server/page";
import type { SiteEnv } from "../../server/page-env";
import { ButtonLink } from "../../ui/form";
import { EmptyState, PageHeader } from "../../ui/panels";
import { answerPage } from "./prompts/answer";
import { citationsPage } from "./overview/citations";
import { competitorsPage } from "./overview/competitors";
import { factsPage, watchPages } from "./overview/facts";
import { funnelPage } from "./overview/funnel";
import { questionsPage } from "./overview/questions";
import { overviewPage } from "./overview/overview";
import { promptOf, promptPage } from "./prompts/prompt";
import { removePrompt, setPromptState } from "./prompts/prompt-actions";
import { changePromptFrom, createPromptFrom, editPromptPage, newPromptPage } from "./prompts/prompt-form";
import { promptsPage } from "./prompts/prompts";
import { reportPage } from "./reports/report";
import { reportsPage } from "./reports/reports";
import { sitePath } from "../../../lib/hosts/page-paths";

/** `/app/site/:domain/mentions` */
export const mentionPages = new Hono<SiteEnv>()
  // Prompts are asked for verified domains only, and the API knows no others.
  .use(async (c, next) => {
    const { domain, verified } = c.var.domain;
    if (verified) return next();
    const action = <ButtonLink href={sitePath(domain, "verify")}>Verify the domain</ButtonLink>;
    return page(
      c,
      { title: "AI mentions", section: "mentions" },
      <>
        <PageHeader title="AI mentions" />
        <EmptyState title="The domain is not verified yet" action={action}>
          Once it is proven that the site is yours, AI assistants are asked about it.
        </EmptyState>
      </>,
    );
  })
  .get("/", overviewPage)
  .get("/prompts", promptsPage)
  .get("/prompts/new", newPromptPage)
  .post("/prompts/new", createPromptFrom)
  .get("/prompts/:id", promptPage)
  .get("/prompts/:id/edit", async (c) => editPromptPage(c, await promptOf(c)))
  .post("/prompts/:id/edit", async (c) => changePromptFrom(c, await promptOf(c)))
  .post("/prompts/:id/state", setPromptState)
  .post("/prompts/:id/delete", removePrompt)
  .get("/answers/:id", answerPage)
  .get("/competitors", competitorsPage)
  .get("/citations", citationsPage)
  .get("/funnel", funnelPage)
  .get("/questions", questionsPage)
  .get("/facts", (c) => factsPage(c))
  .post("/facts/watch", watchPages)
  .get("/reports", reportsPage)
  .get("/reports/:date", reportPage);
