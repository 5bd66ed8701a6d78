import { handOver, installIfMissing } from "./bootstrap.mjs";

installIfMissing();
handOver("scripts/dev/screenshots.ts");
