import { Hono } from "hono";
import { openDb } from "../../db/client";
import { settingsOf } from "../../env";
import { operation } from "../../http/operation";
import { requireSession, type SessionEnv } from "../middleware/require-session";
import { noQuery, validate } from "../../http/validate";
import { addDomain } from "./add-domain";
import { changeDomain, ownDomain, removeDomain, type ReplayAnswers } from "./own-domain";
import { pageDomains } from "./page-domains";
import { presentDomain } from "../settings/presenters";
import { actorOf } from "../repo/record-action";
import {
  DomainResponse,
  DomainBody,
  DomainList,
  DomainListQuery,
  DomainParam,
  DomainPatch,
  VerifyResponse,
} from "../settings/domain-schemas";
import { verifyDomain } from "./verify-domain";

const described = { tag: "Account", credentials: ["session"] } as const;
const write = ["cross_origin_request", "unsupported_media_type", "owner_required", "invalid_request"] as const;
const body = [...write, "invalid_json", "payload_too_large"] as const;

const hostnameErrors = ["external_id_taken", "custom_hostnames_unavailable"] as const;

const listOp = operation({
  ...described,
  summary: "List domains",
  description: "With all settings, ordered by name. For names alone, `GET /api/domains` is shorter.",
  responses: { 200: DomainList },
  errors: ["invalid_request"],
});
const addOp = operation({
  ...described,
  summary: "Add a domain",
  description:
    "The response says what to publish to verify the domain. Until it is verified, the service does not use it. An account may add three times its plan's domains in 24 hours, and at least ten, removed ones included; then the response is `rate_limited`.",
  responses: { 201: DomainResponse },
  errors: [...body, ...hostnameErrors, "domain_limit_reached", "domain_taken", "sessions_unavailable"],
});
const readOp = operation({
  ...described,
  summary: "Read a domain",
  responses: { 200: DomainResponse },
  errors: ["invalid_request", "domain_not_owned", "domain_access_forbidden"],
});
const changeOp = operation({
  ...described,
  summary: "Change a domain's settings",
  description:
    "Only the given settings change; `null` resets a setting. All settings of a domain together may have 65,536 bytes as JSON.",
  responses: { 200: DomainResponse },
  errors: [...body, ...hostnameErrors, "domain_not_owned", "sessions_unavailable"],
});
const removeOp = operation({
  ...described,
  summary: "Remove a domain",
  description:
    "The domain, its keys and tokens stop working immediately. Its snapshots, audits, visits and prompts are deleted in the background.",
  responses: { 204: null },
  errors: [...write, "domain_not_owned"],
});
const verifyOp = operation({
  ...described,
  summary: "Verify a domain",
  description:
    "Looks for the token in DNS, in the file and on the home page, and also on the origin if it needs a proof. On failure, the response lists what was checked and found. After ten failures, each further attempt has to wait longer.",
  responses: { 200: VerifyResponse },
  errors: [...write, "domain_not_owned", "domain_taken", "verification_failed"],
});

/** `/api/account/domains` */
export const domainRoutes = (replayAnswers: ReplayAnswers) =>
  new Hono<SessionEnv>()
    .get("/", listOp, requireSession("member"), validate("query", DomainListQuery), async (c) => {
      const caller = c.get("caller");
      const { cursor, ...filters } = c.req.valid("query");
      const wanted = { ...filters, after: cursor, only: caller.domains };
      return c.json(await pageDomains(openDb(c.env.DB), caller.accountId, wanted));
    })
    .post("/", addOp, requireSession("owner"), validate("json", DomainBody), async (c) => {
      const caller = c.get("caller");
      const { accountId } = caller;
      const domainLimit = caller.limits.domains;
      const { allowPrivateHosts } = settingsOf(c.env);
      const input = { ...c.req.valid("json"), accountId, verified: false, domainLimit, allowPrivateHosts };
      return c.json(presentDomain(await addDomain(c.env, openDb(c.env.DB), input, actorOf(caller), Date.now())), 201);
    })
    .get("/:domain", readOp, requireSession("member"), validate("param", DomainParam), noQuery, async (c) => {
      return c.json(presentDomain(await ownDomain(openDb(c.env.DB), c.get("caller"), c.req.valid("param").domain)));
    })
    .patch(
      "/:domain",
      changeOp,
      requireSession("owner"),
      validate("param", DomainParam),
      validate("json", DomainPatch),
      async (c) => {
        const db = openDb(c.env.DB);
        const row = await ownDomain(db, c.get("caller"), c.req.valid("param").domain);
        const way = { now: Date.now(), replayAnswers };
        return c.json(presentDomain(await changeDomain(c.env, db, c.get("caller"), row, c.req.valid("json"), way)));
      },
    )
    .delete("/:domain", removeOp, requireSession("owner"), validate("param", DomainParam), async (c) => {
      const db = openDb(c.env.DB);
      const row = await ownDomain(db, c.get("caller"), c.req.valid("param").domain);
      await removeDomain(c.env, db, c.get("caller"), row, Date.now());
      return c.body(null, 204);
    })
    .post("/:domain/verify", verifyOp, requireSession("owner"), validate("param", DomainParam), async (c) => {
      const row = await ownDomain(openDb(c.env.DB), c.get("caller"), c.req.valid("param").domain);
      return c.json({ verified: true as const, ...(await verifyDomain(c.env, c.get("caller"), row, Date.now())) });
    });
