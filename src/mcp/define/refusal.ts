/** A refusal of a tool itself, with a code of the API's table, or `invalid_cursor`. */
export class ToolRefusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly whatToDo: string = "",
  ) {
    super(message);
  }
}

export const noAudit = (message = "No audit of this domain has finished.") =>
  new ToolRefusal("run_not_found", message, "Call start_audit, then wait_for_audit.");

export const badCursor = () =>
  new ToolRefusal(
    "invalid_cursor",
    "This is not a cursor of this tool with these arguments.",
    "Pass `nextCursor` unchanged with the same other arguments, or leave it out.",
  );
