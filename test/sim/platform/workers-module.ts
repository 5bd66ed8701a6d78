// In the place of "cloudflare:workers".

export class DurableObject<Env> {
  constructor(
    protected readonly ctx: DurableObjectState,
    protected readonly env: Env,
  ) {}
}

/** The work goes on as long as its isolate lives. */
export function waitUntil(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
