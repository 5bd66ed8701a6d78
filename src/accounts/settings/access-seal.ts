import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { seal, unseal } from "../../lib/crypto/seal";
import type { AuditAccess } from "./audit-settings";

type SecretEnv = Pick<Bindings, "AUTH_SECRET">;

/** What is stored of a domain's access: everybody may read the names, nobody the values. */
export interface StoredAccess {
  headers: string[];
  basicAuth: boolean;
  /** The request headers, encrypted. */
  sealed: string;
}

const PURPOSE = "audit-access";

/** Encrypts what opens a site. @throws ApiError `sessions_unavailable` without AUTH_SECRET. */
export async function sealAccess(env: SecretEnv, domainId: string, access: AuditAccess): Promise<StoredAccess> {
  const { headers = {}, basicAuth } = access;
  const all = { ...headers, ...(basicAuth && { authorization: basicHeader(basicAuth) }) };
  const sealed = await seal(secretOf(env), PURPOSE, domainId, JSON.stringify(all));
  return { headers: Object.keys(headers), basicAuth: basicAuth !== undefined, sealed };
}

/**
 * The request headers that open a site.
 * @throws ApiError `sessions_unavailable`, `stored_secret_unreadable`: AUTH_SECRET has changed.
 */
export async function openAccess(env: SecretEnv, domainId: string, sealed: string): Promise<Record<string, string>> {
  const text = await unseal(secretOf(env), PURPOSE, domainId, sealed);
  if (text !== null) return JSON.parse(text) as Record<string, string>;
  throw new ApiError(
    "stored_secret_unreadable",
    "The domain's auditAccess was encrypted with another AUTH_SECRET; set it again.",
  );
}

function secretOf({ AUTH_SECRET }: SecretEnv): string {
  if (!AUTH_SECRET) throw new ApiError("sessions_unavailable", "Stored secrets need AUTH_SECRET.");
  return AUTH_SECRET;
}

/** RFC 7617, with a name and password in UTF-8. */
function basicHeader({ username, password }: NonNullable<AuditAccess["basicAuth"]>): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
