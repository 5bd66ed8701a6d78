import type { TestProject } from "vitest/node";
import { startService } from "./service.ts";

/** One `npm start` for all files that neither stop nor configure the service. Each uses its own account and domains. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const service = await startService();
  project.provide("service" as never, service.base as never);
  return () => service.dispose();
}
