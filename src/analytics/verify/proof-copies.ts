import * as z from "zod";

/** What KV keeps of proofs. Anything else in its place counts as missing. */
const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().catch(null);

/** A published list of addresses. `isSample`: it says that it has some of them only. */
export const RangeCopy = orNull(
  z.object({ fetchedAt: z.number(), ranges: z.array(z.string()), isSample: z.literal(true).optional() }),
);

/** Names that resolve back to an address. */
export const Names = orNull(z.array(z.string()));

/** The public keys of a signing host. */
export const KeyCopy = orNull(z.object({ fetchedAt: z.number(), keys: z.array(z.looseObject({ kty: z.string() })) }));
