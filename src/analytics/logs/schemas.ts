import * as z from "zod";
import { LOG_FORMATS } from "../core/logs/log-entry";

export const LogsQuery = z.strictObject({
  domain: z.string().min(1).max(300).describe("The visited domain; it must be verified and in your account"),
  format: z
    .enum(LOG_FORMATS)
    .optional()
    .describe("The log's format; by default, the format of each line is recognised. `w3c`: CloudFront, IIS"),
});

export const LogsResponse = z.object({
  lines: z.int(),
  accepted: z.int(),
  referrals: z.int(),
  ignored: z.int(),
  otherHosts: z.int(),
  outOfRange: z.int(),
  malformed: z.int(),
  examples: z.array(
    z.object({ line: z.int(), reason: z.enum(["too_long", "format", "time", "request"]), text: z.string() }),
  ),
  formats: z.array(z.object({ format: z.enum(LOG_FORMATS), lines: z.int() })),
});
export type LogsResponse = z.infer<typeof LogsResponse>;
