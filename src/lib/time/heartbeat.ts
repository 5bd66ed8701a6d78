/** Calls `beat` every `periodMs` until `work` ends. Failed beats are ignored, because the next one follows. */
export async function withHeartbeat<T>(work: Promise<T>, beat: () => Promise<unknown>, periodMs: number): Promise<T> {
  const timer = setInterval(() => void beat().catch(() => undefined), periodMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
