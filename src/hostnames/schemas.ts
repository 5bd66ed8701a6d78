import * as z from "zod";

const Record = z.object({
  purpose: z
    .enum(["routing", "ownership", "certificate"])
    .describe("`routing` is needed; the others prove the hostname before traffic moves, which avoids downtime"),
  type: z.enum(["CNAME", "TXT"]),
  name: z.string(),
  value: z.string(),
});

export const HostnameResponse = z.object({
  hostname: z.string(),
  state: z
    .enum(["queued", "pending", "active", "moved", "expired", "blocked", "refused"])
    .describe(
      "`queued`: soon to be created. `pending`: its records are missing, or the certificate is being issued. `moved`: it no longer points here. `expired`: nobody set its records for a week; it is created again within a day. `blocked`, `refused`: Cloudflare does not allow it; see `problems`",
    ),
  managed: z
    .boolean()
    .describe("False: the operator created it by hand, and the service neither changes nor deletes it"),
  records: z.array(Record).describe("What the owner of the hostname sets in DNS"),
  problems: z.array(z.string()),
  hostnameStatus: z.string().nullable().describe("Cloudflare's word for the hostname"),
  certificateStatus: z.string().nullable().describe("Cloudflare's word for its certificate"),
  checkedAt: z.int().nullable(),
  changedAt: z.int().nullable(),
  nextCheckAt: z.int().nullable().describe("Null: as soon as possible"),
});
