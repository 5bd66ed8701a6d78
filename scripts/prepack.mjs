// Builds what `npm pack` puts into the package: the command line and the Worker that it runs.
import { handOver, installIfMissing } from "./bootstrap.mjs";

installIfMissing();
handOver("scripts/dev/build-cli.ts", ["--always"]);
