import { Hono } from "hono";
import * as z from "zod";
import { queryNumber } from "../http/query-number";
import { openDb } from "../db/client";
import type { AppEnv } from "../http/app-env";
import { operation } from "../http/operation";
import { requireOperator } from "../http/require-operator";
import { validate } from "../http/validate";
import { listPrintedMails } from "./printed-mail-repo";

const MailQuery = z.object({
  to: z.string().max(254).optional().describe("Only mails to this address"),
  limit: queryNumber(1, 100).default(20).describe("Mails per response"),
});
const MailList = z.object({
  mails: z.array(
    z.object({
      id: z.string(),
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      at: z.int(),
    }),
  ),
});

const listOp = operation({
  tag: "Operator",
  summary: "List printed mails",
  description: "The last seven days, newest first. A service that really sends mail stores none, so the list is empty.",
  credentials: ["operator"],
  responses: { 200: MailList },
  errors: ["invalid_request"],
});

/** `/api/admin/mails`, for the operator of a service that prints its mails. */
export const mailRoutes = new Hono<AppEnv>().get(
  "/mails",
  listOp,
  requireOperator(),
  validate("query", MailQuery),
  async (c) => {
    const { to, limit } = c.req.valid("query");
    return c.json({ mails: await listPrintedMails(openDb(c.env.DB), to, limit) });
  },
);
