/**
 * Polls until `check` returns something truthy. Each check costs the work that is waited for time, so pauses grow with the wait from
 * `pauseMs` on. `timeoutMs` ends what hangs, also on a busy machine.
 */
export async function until<T>(
  check: () => Promise<T | null | undefined | false>,
  timeoutMs = 60_000,
  pauseMs = 25,
): Promise<T> {
  const startAt = Date.now();
  for (;;) {
    const value = await check();
    if (value) return value;
    const waited = Date.now() - startAt;
    if (waited > timeoutMs) throw new Error("it did not happen in time");
    await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, Math.min(500, waited / 3))));
  }
}
