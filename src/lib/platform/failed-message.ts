/** Why the handling of a message failed, for as long as its batch is being handled. */
const reasons = new WeakMap<object, string>();

/** Notes why a message is about to be retried. */
export function noteReason(message: Message, error: unknown): void {
  reasons.set(message, String(error));
}

/** What `noteReason` noted; undefined if the message did not fail, or nobody said why. */
export function reasonOf(message: Message): string | undefined {
  return reasons.get(message);
}
