import { Hono } from "hono";
import { addressOf } from "../../accounts";
import type { AppEnv } from "../../http/app-env";
import { operation } from "../../http/operation";
import { validate } from "../../http/validate";
import { LookBody, LookResponse } from "../schemas";
import { lookPublicly } from "./look-publicly";

const look = operation({
  tag: "Prerender cache",
  summary: "See a page as GPTBot sees it",
  description:
    "Requests one public page under GPTBot's user agent and returns what it says without scripts, and what robots.txt says. A page that robots.txt keeps from GPTBot is not requested. Anybody can call it: 6 calls per minute and address.",
  credentials: [],
  responses: { 200: LookResponse },
  errors: ["invalid_request", "invalid_json", "payload_too_large", "rate_limited"],
});

/** `/api/look`: for strangers. */
export const lookRoutes = new Hono<AppEnv>().post("/", look, validate("json", LookBody), async (c) =>
  c.json(await lookPublicly(c.env, addressOf(c.req.raw), c.req.valid("json"))),
);
