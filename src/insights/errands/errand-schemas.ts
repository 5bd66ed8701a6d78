import * as z from "zod";
import { cleanLine } from "../../lib/text/strangers-text";
import { ERRANDS } from "../core/errand-words";
import { ERRAND_STATES, READINGS } from "../core/errand-walk";

const Errand = z
  .enum(ERRANDS)
  .describe("`price`: find a price; `contact`: find how to reach the site; `returns`: find the return policy");

export const ErrandsQuery = z.object({
  domain: z.string().min(1).max(300).optional().describe("A verified domain in the caller's account"),
});

export const ErrandsBody = z.strictObject({
  domain: z.string().min(1).max(300).describe("A verified domain in the caller's account"),
  release: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine((text) => cleanLine(text, 100) === text, "must have no hidden characters and no line breaks")
    .optional()
    .describe("The release's name; by default, the latest audit's id"),
  wanted: z
    .array(Errand)
    .max(ERRANDS.length)
    .optional()
    .describe(
      "Errands that apply in any case; by default, a site that sells nothing needs no price and no return policy",
    ),
});

const Result = z.object({
  errand: Errand,
  state: z
    .enum(ERRAND_STATES)
    .describe("`unknown`: a page on the way is not in the cache; `does_not_apply`: the site sells nothing"),
  unread: z.string().nullable().describe("The first page on the way that is not in the cache; null if none is known"),
  path: z.array(z.string()).describe("The pages that the agent read, the last one with the answer if it passes"),
  quote: z.string().describe("What it found"),
});

export const ErrandsResponse = z.object({
  domain: z.string(),
  runs: z
    .array(
      z.object({
        release: z.string(),
        at: z.int().describe("Epoch ms"),
        readings: z.array(
          z.object({
            reading: z
              .enum(READINGS)
              .describe(
                "`tree`: by the accessibility tree of the served page; `html`: by its HTML, with structured data and hidden parts; `markdown`: by its Markdown, if the domain offers it",
              ),
            errands: z.array(Result),
            lost: z.array(Errand).describe("Errands that passed with the release before and fail now"),
          }),
        ),
      }),
    )
    .describe("The latest release first, at most 30"),
});
