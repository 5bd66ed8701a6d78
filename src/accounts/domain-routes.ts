import { Hono } from "hono";
import { openDb } from "../db/client";
import { settingsOf } from "../env";
import { operation } from "../http/operation";
import { requireSession, type SessionEnv } from "./middleware/require-session";
import { noQuery, validate } from "../http/validate";
import { addDomain } from "./add-domain";
import { reachesDomain } from "./authorize-domain";
import { listDomains } from "./domain-repo";
import { changeDomain, ownDomain, removeDomain, type ReplayAnswers } from "./own-domain";
import { presentDomain } from "./presenters";
import { actorOf } from "./record-action";
import { DomainAnswer, DomainBody, DomainList, DomainParam, DomainPatch, VerifyAnswer } from "./domain-schemas";
import { verifyDomain } from "./verify-domain";

const described = { tag: "Account", credentials: ["session"] } as const;
const write = ["cross_origin_request", "unsupported_media_type", "owner_required", "invalid_request"] as const;
const body = [...write, "invalid_json", "payload_too_large"] as const;

const listOp = operation({ ...described, summary: "List domains", answers: { 200: DomainList }, errors: [] });
const addOp = operation({
  ...described,
  summary: "Add a domain",
  description:
    "The response says what to publish to verify the domain. Until it is verified, the service does not use it.",
  answers: { 201: DomainAnswer },
  errors: [...body, "domain_limit_reached", "domain_taken", "sessions_unavailable"],
});
const readOp = operation({
  ...described,
  summary: "Read a domain",
  answers: { 200: DomainAnswer },
  errors: ["invalid_request", "domain_not_owned", "domain_access_forbidden"],
});
const changeOp = operation({
  ...described,
  summary: "Change a domain's settings",
  description: "Only the given settings change; `null` resets a setting.",
  answers: { 200: DomainAnswer },
  errors: [...body, "domain_not_owned", "sessions_unavailable"],
});
const removeOp = operation({
  ...described,
  summary: "Remove a domain",
  description:
    "The domain, its keys and tokens stop working immediately. Its snapshots, audits, visits and prompts are deleted in the background.",
  answers: { 204: null },
  errors: [...write, "domain_not_owned"],
});
const verifyOp = operation({
  ...described,
  summary: "Verify a domain",
  description:
    "Looks for the token in DNS, in the file and on the home page, and also on the origin if it needs a proof. On failure, the response lists what was checked and found. After ten failures, each further attempt has to wait longer.",
  answers: { 200: VerifyAnswer },
  errors: [...write, "domain_not_owned", "domain_taken", "verification_failed"],
});

/** `/api/account/domains` */
export const domainRoutes = (replayAnswers: ReplayAnswers) =>
  new Hono<SessionEnv>()
    .get("/", listOp, requireSession("member"), noQuery, async (c) => {
      const caller = c.get("caller");
      const rows = await listDomains(openDb(c.env.DB), caller.accountId);
      return c.json({ domains: rows.filter((row) => reachesDomain(caller, row.domain)).map(presentDomain) });
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
