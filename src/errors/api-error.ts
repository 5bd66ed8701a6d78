import { asSentence } from "../lib/text/text";
import { ERRORS, type ErrorCode } from "./table";

/** An error that the caller sees as is: a code, one helpful sentence and named extras. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string = `${ERRORS[code].title}.`,
    readonly extras: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(asSentence(message));
    this.name = "ApiError";
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The response body. `requestId` identifies the request in our logs. */
  body(requestId: string): Record<string, unknown> {
    return { error: this.code, message: this.message, requestId, ...this.extras };
  }
}

export interface SchemaIssue {
  path: string;
  message: string;
}

/** Most issues that a response lists: a small body can have hundreds of thousands. */
export const MAX_ISSUES = 20;
/** Longest path and message of an issue: both may repeat what the caller sent, such as the names of unknown fields. */
const MAX_ISSUE_TEXT = 200;

const shortened = (text: string) => (text.length > MAX_ISSUE_TEXT ? `${text.slice(0, MAX_ISSUE_TEXT)}…` : text);

/** 400 `invalid_request` that lists the offending fields. Its length is bounded, whatever the caller sent. */
export function schemaError(all: readonly SchemaIssue[]): ApiError {
  const issues = all
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => ({ path: shortened(path), message: shortened(message) }));
  const first = issues[0];
  const where = first?.path ? ` at ${first.path}` : "";
  return new ApiError("invalid_request", `The request is invalid${where}: ${first?.message ?? "unknown"}`, { issues });
}
