import { wakeHostnames } from "../accounts";
import { hostnameZoneOf, type Bindings } from "../env";

/** Cron: makes up for a lost alarm, and begins after the operator has set up custom hostnames. */
export async function followHostnames(env: Bindings): Promise<null> {
  if (hostnameZoneOf(env) !== null) await wakeHostnames(env);
  return null;
}
