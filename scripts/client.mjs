import { handOver, installIfMissing } from "./bootstrap.mjs";

installIfMissing();
handOver("scripts/dev/client.ts");
