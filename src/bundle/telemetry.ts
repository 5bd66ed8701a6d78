/** better-auth's telemetry, which sends nothing here. */
export function createTelemetry(): Promise<{ publish: () => Promise<void> }> {
  return Promise.resolve({ publish: () => Promise.resolve() });
}
