// Plain JavaScript for Node 20, behind every npm script: `node scripts/run.mjs <name> [arguments]` installs missing packages, then
// runs scripts/dev/<name>.ts with the Node in node_modules.
import { handOver, installIfMissing } from "./bootstrap.mjs";

const [name, ...args] = process.argv.slice(2);
installIfMissing();
handOver(`scripts/dev/${name}.ts`, args);
