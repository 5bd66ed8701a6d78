// Plain JavaScript for Node 20, behind every npm script: `node scripts/run.mjs <name> [arguments]` installs missing packages, then
// runs scripts/dev/<name>.ts with the Node in node_modules.
import { handOver, installIfMissing } from "./bootstrap.mjs";
import { judgeArguments } from "./usage.mjs";

const [name, ...args] = process.argv.slice(2);
const instead = judgeArguments(name, args);
if (instead) {
  (instead.code === 0 ? console.log : console.error)(instead.text);
  process.exit(instead.code);
}
installIfMissing();
handOver(`scripts/dev/${name}.ts`, args);
