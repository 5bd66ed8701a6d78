/** Replaces better-auth's telemetry. It sends nothing. */
export function createTelemetry(): Promise<{ publish: () => Promise<void> }> {
  return Promise.resolve({ publish: () => Promise.resolve() });
}
