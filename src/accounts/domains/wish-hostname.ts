import { hostnameZoneOf, type Bindings, type HostnameZoneEnv } from "../../env";
import { ApiError, schemaError } from "../../errors/api-error";
import { objectStub } from "../../lib/platform/object-stub";
import { log } from "../../lib/text/log";
import { isPublicName } from "../core/domains/domain-rules";

/** The one object that works on custom hostnames. */
export const HOSTNAMES = "zone";

/** @throws ApiError `custom_hostnames_unavailable`, `invalid_request` for a host that can't be a custom hostname. */
export function refuseHostname(env: HostnameZoneEnv, name: string): void {
  if (hostnameZoneOf(env) === null)
    throw new ApiError("custom_hostnames_unavailable", "The operator of this service has not set up custom hostnames.");
  if (!isPublicName(name))
    throw schemaError([{ path: "customHostname", message: `${name} is not a public host name` }]);
}

/** Lets the work on custom hostnames begin now. It begins with the next tick otherwise. */
export async function wakeHostnames(env: Pick<Bindings, "CUSTOM_HOSTNAMES">): Promise<void> {
  try {
    await objectStub(env.CUSTOM_HOSTNAMES, HOSTNAMES).wake();
  } catch (error) {
    log("warn", "hostnames_not_woken", { error: String(error) });
  }
}
