import { Hono } from "hono";
import type { PageEnv } from "../../server/page-env";
import {
  changeWebhookForm,
  deliveryPage,
  renewWebhookSecret,
  resendDelivery,
  switchWebhook,
  testWebhook,
  webhookPage,
} from "./webhook-page";
import { createWebhookForm, removeWebhookForm, webhooksPage } from "./webhooks";

/** `/app/account/webhooks` */
export const webhookPages = new Hono<PageEnv>()
  .get("/", (c) => webhooksPage(c))
  .post("/", createWebhookForm)
  .get("/:id", (c) => webhookPage(c))
  .post("/:id", changeWebhookForm)
  .post("/:id/switch", switchWebhook)
  .post("/:id/secret", renewWebhookSecret)
  .post("/:id/test", testWebhook)
  .post("/:id/remove", removeWebhookForm)
  .get("/:id/deliveries/:delivery", deliveryPage)
  .post("/:id/deliveries/:delivery/resend", resendDelivery);
