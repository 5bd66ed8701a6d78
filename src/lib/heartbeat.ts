/** Calls `beat` every `periodMs` until `work` has ended. A beat that fails is left to the next one. */
export async function withHeartbeat<T>(work: Promise<T>, beat: () => Promise<unknown>, periodMs: number): Promise<T> {
  const timer = setInterval(() => void beat().catch(() => undefined), periodMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
