import * as z from "zod";

/** The part of a response that we read (JSON over DNS over HTTPS, as Cloudflare and Google implement it). */
export const DnsAnswer = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).optional(),
});
