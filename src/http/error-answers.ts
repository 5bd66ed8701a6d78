import { EXTRAS } from "../errors/extras";
import { ERRORS, type ErrorCode } from "../errors/table";

const text = { type: "string" };

/** Errors grouped by status, as OpenAPI lists them. */
export function errorAnswers(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status);
  return Object.fromEntries([...byStatus].map(([status, list]) => [status, errorAnswer(list)]));
}

function errorAnswer(codes: readonly ErrorCode[]) {
  const extras = Object.assign({}, ...codes.map((code) => EXTRAS[code] ?? {})) as Record<string, object>;
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join("; "),
    content: {
      "application/json": {
        schema: {
          type: "object" as const,
          properties: { error: { type: "string", enum: codes }, message: text, requestId: text, ...extras },
          required: ["error", "message", "requestId"],
        },
      },
    },
  };
}
