import type { Bindings } from "../env";
import { log } from "../lib/text/log";
import { doctorOf, OBJECT_BINDINGS, RECORD_KEEPER } from "./probe-object";

/**
 * Deletes what the checkup has written. Repeating it changes nothing. What can't be deleted now goes by the alarm of its object. The
 * record goes last, so that no other checkup begins before.
 */
export async function endCheckup(env: Bindings): Promise<void> {
  const end = async (binding: (typeof OBJECT_BINDINGS)[number]) => {
    if (!env[binding]) return;
    await doctorOf(env, binding)
      .endProbe()
      .catch((error: unknown) => log("warn", "probe_not_ended", { binding, error: String(error) }));
  };
  await Promise.all(OBJECT_BINDINGS.filter((binding) => binding !== RECORD_KEEPER).map(end));
  await end(RECORD_KEEPER);
}
