import { Hono } from "hono";
import { accepts } from "hono/accepts";
import { ownFetch } from "../../../api/own-api";
import { knownReader, pageContext } from "../../server/context";
import type { PublicEnv } from "../../server/page-env";
import { botsPage } from "./bots";
import { landingPage, lookForm } from "./landing";
import { ourCrawlerPage } from "./our-crawler";

/** `/`, `/look`, `/bots` and `/bot`: pages for everyone. */
export const publicPages = new Hono<PublicEnv>()
  .get("/", pageContext(), knownReader(), landingPage)
  .use("/look", pageContext(), knownReader())
  .get("/look", (c) => c.redirect("/", 303))
  .post("/look", lookForm)
  .get("/bots", async (c, next) => {
    const supports = ["text/html", "application/json"];
    if (accepts(c, { header: "Accept", supports, default: "text/html" }) === "text/html") return next();
    return ownFetch({ request: c.req.raw, env: c.env, ctx: c.executionCtx as ExecutionContext })(c.req.raw);
  })
  .use("/bots", pageContext(), knownReader())
  .get("/bots", botsPage)
  .get("/bot", pageContext(), knownReader(), ourCrawlerPage);
