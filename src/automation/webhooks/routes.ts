import { Hono } from "hono";
import { limitRate, ownDomain, requireCaller, requireSession, type CallerEnv, type SessionEnv } from "../../accounts";
import { openDb } from "../../db/client";
import { ApiError } from "../../errors/api-error";
import { EVENT_NAMES, EVENT_TYPES } from "../../events/event-types";
import { noQuery, validate } from "../../http/validate";
import type { Bindings } from "../../env";
import { plainHost } from "../../lib/hosts/domain";
import {
  changeWebhook,
  createWebhook,
  readableWebhook,
  readableWebhooks,
  removeWebhook,
  rotateSecret,
} from "./change-webhook";
import {
  typesOp,
  listOp,
  createOp,
  readOp,
  changeOp,
  deleteOp,
  rotateOp,
  testOp,
  deliveriesOp,
  deliveryOp,
  resendOp,
} from "./operations";
import { presentDelivery, presentDetail, presentWebhook } from "./present-webhook";
import { DeliveriesQuery, DeliveryParam, WebhookBody, WebhookParam, WebhookPatch } from "./schemas";
import { endpointOf } from "./send-events";
import { sendTest } from "./send-test";

/** How much can be sent on request per minute and endpoint, so that nobody floods a stranger's server through us. */
const BY_HAND_PER_MINUTE = 10;
const limitByHand = (env: Bindings, webhookId: string) =>
  limitRate(env, `webhook-by-hand:${webhookId}`, BY_HAND_PER_MINUTE);

const requireReader = () => requireCaller({ kinds: ["session", "key"], keysNeedPlan: true });
const contextOf = (url: string) => ({ requestHost: plainHost(new URL(url).host), now: Date.now() });
const deliveryGone = () => new ApiError("delivery_not_found", "The webhook has no delivery with this id.");

const readerRoutes = new Hono<CallerEnv>()
  .get("/events", typesOp, requireReader(), noQuery, (c) =>
    c.json({
      events: EVENT_NAMES.map((type) => {
        const { title, description, example } = EVENT_TYPES[type];
        return { type, title, description, example };
      }),
    }),
  )
  .get("/", listOp, requireReader(), noQuery, async (c) => {
    const caller = c.get("caller");
    const rows = await readableWebhooks(openDb(c.env.DB), caller);
    const webhooks = await Promise.all(rows.map((row) => presentWebhook(c.env, caller, row, Date.now())));
    return c.json({ webhooks, limit: caller.limits.webhooks });
  })
  .get("/:id", readOp, requireReader(), validate("param", WebhookParam), noQuery, async (c) => {
    const row = await readableWebhook(openDb(c.env.DB), c.get("caller"), c.req.valid("param").id);
    return c.json(await presentWebhook(c.env, c.get("caller"), row, Date.now()));
  })
  .post("/:id/test", testOp, requireReader(), validate("param", WebhookParam), async (c) => {
    const row = await readableWebhook(openDb(c.env.DB), c.get("caller"), c.req.valid("param").id);
    await limitByHand(c.env, row.id);
    return c.json({ deliveryId: await sendTest(c.env, row, Date.now()) }, 202);
  })
  .get(
    "/:id/deliveries",
    deliveriesOp,
    requireReader(),
    validate("param", WebhookParam),
    validate("query", DeliveriesQuery),
    async (c) => {
      const row = await readableWebhook(openDb(c.env.DB), c.get("caller"), c.req.valid("param").id);
      const { cursor, limit, state, type } = c.req.valid("query");
      const [createdAt, id] = cursor?.split(/_(.*)/s) ?? [];
      const before = createdAt === undefined ? null : { createdAt: Number(createdAt), id: id! };
      const found = await endpointOf(c.env, row.id).list({ state, type, before, limit: limit + 1 });
      const last = found.length > limit ? found[limit - 1]! : null;
      const nextCursor = last && `${last.createdAt}_${last.id}`;
      return c.json({ deliveries: found.slice(0, limit).map(presentDelivery), nextCursor });
    },
  )
  .get(
    "/:id/deliveries/:deliveryId",
    deliveryOp,
    requireReader(),
    validate("param", DeliveryParam),
    noQuery,
    async (c) => {
      const { id, deliveryId } = c.req.valid("param");
      const row = await readableWebhook(openDb(c.env.DB), c.get("caller"), id);
      const delivery = await endpointOf(c.env, row.id).find(deliveryId);
      if (!delivery) throw deliveryGone();
      return c.json(presentDetail(c.get("caller"), delivery, row));
    },
  )
  .post(
    "/:id/deliveries/:deliveryId/resend",
    resendOp,
    requireReader(),
    validate("param", DeliveryParam),
    async (c) => {
      const { id, deliveryId } = c.req.valid("param");
      const row = await readableWebhook(openDb(c.env.DB), c.get("caller"), id);
      await limitByHand(c.env, row.id);
      if (!(await endpointOf(c.env, row.id).again(deliveryId, Date.now()))) throw deliveryGone();
      return c.json({ deliveryId }, 202);
    },
  );

const ownerRoutes = new Hono<SessionEnv>()
  .post("/", createOp, requireSession("owner"), validate("json", WebhookBody), async (c) => {
    const { domain: asked, ...input } = c.req.valid("json");
    const [db, caller] = [openDb(c.env.DB), c.get("caller")];
    const own = asked ? await ownDomain(db, caller, asked) : null;
    const whole = { ...input, domainId: own?.id ?? null, domain: own?.domain ?? null };
    const { row, secret } = await createWebhook(c.env, db, caller, whole, contextOf(c.req.url));
    return c.json({ ...(await presentWebhook(c.env, caller, row, Date.now())), secret }, 201);
  })
  .patch(
    "/:id",
    changeOp,
    requireSession("owner"),
    validate("param", WebhookParam),
    validate("json", WebhookPatch),
    async (c) => {
      const [db, caller] = [openDb(c.env.DB), c.get("caller")];
      const row = await readableWebhook(db, caller, c.req.valid("param").id);
      const changed = await changeWebhook(c.env, db, caller, row, c.req.valid("json"), contextOf(c.req.url));
      return c.json(await presentWebhook(c.env, caller, changed, Date.now()));
    },
  )
  .delete("/:id", deleteOp, requireSession("owner"), validate("param", WebhookParam), async (c) => {
    const [db, caller] = [openDb(c.env.DB), c.get("caller")];
    await removeWebhook(c.env, db, caller, await readableWebhook(db, caller, c.req.valid("param").id), Date.now());
    return c.body(null, 204);
  })
  .post("/:id/secret", rotateOp, requireSession("owner"), validate("param", WebhookParam), async (c) => {
    const [db, caller] = [openDb(c.env.DB), c.get("caller")];
    const row = await readableWebhook(db, caller, c.req.valid("param").id);
    return c.json(await rotateSecret(c.env, db, caller, row, Date.now()));
  });

/** `/api/webhooks` */
export const webhookRoutes = new Hono<CallerEnv>().route("/", readerRoutes).route("/", ownerRoutes);
