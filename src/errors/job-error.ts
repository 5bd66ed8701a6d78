/** Errors of background work, named by the reaction that they ask for. */

/** Try this message again, not before `delaySeconds` have passed. */
export class RetryLater extends Error {
  constructor(
    message: string,
    readonly delaySeconds?: number,
  ) {
    super(message);
    this.name = "RetryLater";
  }
}

/** Trying again can't help: acknowledge the message and record the reason. */
export class GiveUp extends Error {
  constructor(message: string) {
    super(message);
    this.name = "GiveUp";
  }
}
