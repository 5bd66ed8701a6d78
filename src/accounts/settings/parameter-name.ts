import * as z from "zod";

/** A query parameter's name, or its beginning and a final *. */
export const ParameterName = z
  .string()
  .regex(/^[\w.~\-[\]]{1,64}\*?$/, "must be a parameter name, optionally ending in *");
