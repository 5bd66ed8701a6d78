// Simulates the service with seeded faults: `npm run sim -- --seeds N [--seed S] [--area A] [--trace]`.
import { runSimulation } from "./bundle-sim.ts";

process.exit(await runSimulation("test/sim/main.ts", process.argv.slice(2)));
