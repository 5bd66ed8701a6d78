import { parentPort, workerData } from "node:worker_threads";
import "../../support/words.setup.ts";
import { runPart, type Part } from "./run-target.ts";
import { TARGETS } from "./targets.ts";

/** A thread that runs the parts it is sent, and answers with their results. */
const { current } = workerData as { current: Int32Array };

const port = parentPort!;
const answer = (message: unknown) => port.postMessage(message, []);

port.on("message", (part: Part) => {
  const target = TARGETS.find(({ name }) => name === part.target)!;
  void runPart(target, part, (index) => Atomics.store(current, 0, index)).then(answer);
});
answer({ targets: TARGETS.map(({ name }) => name) });
