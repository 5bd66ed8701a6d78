import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler, ValidationTargets } from "hono";
import { resolver, uniqueSymbol } from "hono-openapi";
import * as z from "zod";
import { type ApiError, MAX_ISSUES, schemaError, type SchemaIssue } from "../errors/api-error";
import type { AppEnv } from "./app-env";
import { readJson } from "./body";
import { plainIssue } from "./plain-issue";

// Also for schemas that others validate with, such as the assistants' tools.
z.config({ customError: plainIssue });

type Target = "json" | "query" | "param";
type Validated<T extends keyof ValidationTargets, S extends z.ZodType> = {
  in: { [K in T]: z.input<S> };
  out: { [K in T]: z.output<S> };
};

/** 400 `invalid_request` with what a schema found. */
export function refusalOf(error: z.core.$ZodError): ApiError {
  // schemaError cuts the list too. Cutting it here saves joining paths that nobody reads.
  const issues: SchemaIssue[] = error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    path: issue.path.map(String).join("."),
    message: issue.message,
  }));
  return schemaError(issues);
}

function jsonValidator(schema: z.ZodType): MiddlewareHandler {
  return async (c, next) => {
    const result = schema.safeParse(await readJson(c));
    if (!result.success) throw refusalOf(result.error);
    c.req.addValidatedData("json", result.data as object);
    await next();
  };
}

/**
 * Validates one part of a request. A mismatch throws 400 `invalid_request` with every issue; a malformed body throws
 * `invalid_json`. Unknown query parameters are refused, because a filter that does nothing misleads. The middleware carries the metadata that hono-openapi reads, so the document shows the same schema
 * that validates; `documented` is another one if parts of the body are judged later, one by one.
 */
export function validate<T extends Target, S extends z.ZodType>(
  target: T,
  schema: S,
  documented: z.ZodType = schema,
): MiddlewareHandler<AppEnv, string, Validated<T, S>> {
  const middleware =
    target === "json"
      ? jsonValidator(schema)
      : zValidator(target, target === "query" && schema instanceof z.ZodObject ? schema.strict() : schema, (result) => {
          if (!result.success) throw refusalOf(result.error);
        });
  return Object.assign(middleware, { [uniqueSymbol]: { target, ...resolver(documented) } }) as never;
}

/** For lists without parameters. */
export const noQuery = validate("query", z.object({}));
