import { ERRORS, type ErrorCode } from "./table";

/** An error that the caller sees as is: a code, one helpful sentence and named extras. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string = `${ERRORS[code].title}.`,
    readonly extras: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
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

/** A 400 `invalid_request` error that lists each invalid field. */
export function schemaError(issues: SchemaIssue[]): ApiError {
  const first = issues[0];
  const where = first?.path ? ` at ${first.path}` : "";
  return new ApiError("invalid_request", `The request is invalid${where}: ${first?.message ?? "unknown"}.`, { issues });
}
