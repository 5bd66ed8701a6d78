/** A failure that the user can do something about. Its message is printed without a stack. */
export class CliError extends Error {}
