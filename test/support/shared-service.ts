import { inject } from "vitest";

/** Where the service answers that the files of `test/e2e/shared` use together (shared-service.setup.ts). */
export const base = inject("service" as never) as string;
