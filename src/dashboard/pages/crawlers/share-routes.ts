import { Hono } from "hono";
import { pageContext, secretPolicy } from "../../server/context";
import type { PublicEnv } from "../../server/page-env";
import { publicPage } from "./public-page";

/** `/app/share`: pages for whoever has the link. Their address is a secret, so they tell no other site where the reader was. */
export const sharePages = new Hono<PublicEnv>()
  .use(secretPolicy, pageContext(), async (c, next) => {
    await next();
    c.header("x-robots-tag", "noindex, nofollow");
  })
  .get("/:domain/:token", publicPage);
