import type { TestProject } from "vitest/node";
import { startResolver } from "./resolver.ts";
import { startService } from "./service.ts";

/** One `npm start` for all files that neither stop nor configure the service. Each uses its own account and domains. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const resolver = await startResolver();
  const service = await startService({ DNS_RESOLVER_URL: resolver.url });
  project.provide("service" as never, service.base as never);
  return async () => {
    await service.dispose();
    resolver.close();
  };
}
