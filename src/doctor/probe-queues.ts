import type { Bindings } from "../env";
import { QUEUE_BINDINGS } from "../lib/queue-names";
import type { DoctorProbe } from "./core/checkup";
import type { ProbeMessage } from "./take-probes";
import { tryProbe } from "./try-probe";

type QueueBinding = Extract<keyof Env, `${string}_QUEUE`>;

/** Sends a message through each queue. The consumers note its arrival. */
export function probeQueues(env: Bindings, id: string): Promise<DoctorProbe[]> {
  const message: ProbeMessage = { doctor: id };
  return Promise.all(
    (Object.entries(QUEUE_BINDINGS) as Array<[string, QueueBinding]>).map(([name, binding]) =>
      tryProbe(env, { part: "queue", name, binding }, async () => {
        await env[binding].send(message);
        return { state: "waits" };
      }),
    ),
  );
}
