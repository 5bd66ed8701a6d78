import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { siteOf, type PrerenderSite } from "../cache/site";

/** The site of a verified domain that the caller may act on. @throws ApiError as authorizeDomain. */
export async function siteOfCaller(env: Bindings, caller: Caller, domain: string): Promise<PrerenderSite> {
  return siteOf(await authorizeDomain(openDb(env.DB), caller, domain));
}
