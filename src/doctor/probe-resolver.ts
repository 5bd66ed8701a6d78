import { settingsOf, type Bindings } from "../env";
import { lookupDns } from "../web";
import type { DoctorProbe } from "./core/checkup";
import { tryProbe, WORKS } from "./try-probe";

/** A name that IANA keeps for documentation. */
const NAME = "example.com";

/** Resolves a name as the verification of domains does. */
export function probeResolver(env: Bindings): Promise<DoctorProbe> {
  return tryProbe(env, { part: "resolver", name: "DNS_RESOLVER_URL" }, async () => {
    const { dnsResolver, allowPrivateHosts } = settingsOf(env);
    const found = await lookupDns(NAME, "A", dnsResolver, allowPrivateHosts);
    if (!found.ok) return { state: "fails", reason: "error", detail: `${dnsResolver.host}: ${found.detail}` };
    return found.values.length > 0 ? WORKS : { state: "fails", reason: "empty", detail: dnsResolver.host };
  });
}
