import { hostnameZoneOf, type Bindings, type HostnameZoneEnv } from "../../env";
import { ApiError, schemaError } from "../../errors/api-error";
import { log } from "../../lib/text/log";
import { isPublicName } from "../core/domains/domain-rules";

/** @throws ApiError `custom_hostnames_unavailable`, `invalid_request` for a host that can't be a custom hostname. */
export function refuseHostname(env: HostnameZoneEnv, name: string): void {
  if (hostnameZoneOf(env) === null)
    throw new ApiError("custom_hostnames_unavailable", "The operator of this service has not set up custom hostnames.");
  if (!isPublicName(name))
    throw schemaError([{ path: "customHostname", message: `${name} is not a public host name` }]);
}

/** Lets the work on custom hostnames begin now. It begins with the next tick otherwise. */
export async function wakeHostnames(env: Pick<Bindings, "HOUSEKEEPING_QUEUE">): Promise<void> {
  try {
    await env.HOUSEKEEPING_QUEUE.send({ job: "followHostnames", at: Date.now(), after: null });
  } catch (error) {
    log("warn", "hostnames_not_woken", { error: String(error) });
  }
}
