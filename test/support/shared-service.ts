import { inject } from "vitest";
import { describedServices } from "./service.ts";

/** URL of the service that the files in `test/e2e/shared` share (shared-service.setup.ts). */
export const base = inject("service" as never) as string;
describedServices.add(base);
