import { ApiError, schemaError } from "../../errors/api-error";
import type { Bindings } from "../../env";
import { seal, unseal } from "../../lib/crypto/seal";
import type { RenderRule, StoredRenderRule } from "./render-rule";

type SealEnv = Pick<Bindings, "AUTH_SECRET">;

/** The domain that rules belong to. Values sealed for one domain can't be read for another. */
export interface RulesOwner {
  accountId: string;
  domain: string;
}

const PURPOSE = "crawlready render rule headers";

const placeOf = ({ accountId, domain }: RulesOwner, name: string) => `${accountId} ${domain} ${name}`;

/**
 * Encrypts the header values of rules for storing. Null keeps the value that the `stored` rule of the same path has:
 * of several, the first keeps the first one's, and so on.
 * @throws ApiError `invalid_request` (nothing to keep), `sessions_unavailable` (no secret).
 */
export async function sealRules(
  env: SealEnv,
  owner: RulesOwner,
  rules: readonly RenderRule[],
  stored: readonly StoredRenderRule[],
): Promise<StoredRenderRule[]> {
  return Promise.all(
    rules.map(async ({ headers, ...rule }, index) => {
      if (!headers) return rule;
      const kept = storedHeaders(rules, index, stored);
      const sealed: Record<string, string> = {};
      for (const [name, value] of Object.entries(headers)) {
        const known = Object.hasOwn(kept, name) ? kept[name] : undefined;
        if (value === null && known === undefined)
          throw schemaError([{ path: `renderRules.${index}.headers.${name}`, message: "has no stored value to keep" }]);
        sealed[name] = value === null ? known! : await seal(secretOf(env), PURPOSE, placeOf(owner, name), value);
      }
      return { ...rule, headers: sealed };
    }),
  );
}

/** The headers of the stored rule that takes the same place among those of its path. */
function storedHeaders(
  rules: readonly RenderRule[],
  index: number,
  stored: readonly StoredRenderRule[],
): Readonly<Record<string, string>> {
  const { path } = rules[index]!;
  const place = rules.slice(0, index).filter((rule) => rule.path === path).length;
  return stored.filter((rule) => rule.path === path)[place]?.headers ?? {};
}

function secretOf({ AUTH_SECRET }: SealEnv): string {
  if (AUTH_SECRET) return AUTH_SECRET;
  throw new ApiError("sessions_unavailable", "Headers of rules are stored encrypted, which needs AUTH_SECRET.");
}

/** The headers of a stored rule in the clear. @throws Error if AUTH_SECRET is not the one they were stored with. */
export async function unsealHeaders(
  env: SealEnv,
  owner: RulesOwner,
  headers: Record<string, string>,
): Promise<Record<string, string>> {
  const clear: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = await unseal(env.AUTH_SECRET ?? "", PURPOSE, placeOf(owner, name), value);
    if (text === null) throw new Error(`the rule's header ${name} can't be decrypted; set it again`);
    clear[name] = text;
  }
  return clear;
}

/** Rules as responses, logs and exports show them: with the names of headers, not their values. */
export function presentRules(rules: readonly StoredRenderRule[]): RenderRule[] {
  return rules.map(({ headers, ...rule }) =>
    headers ? { ...rule, headers: Object.fromEntries(Object.keys(headers).map((name) => [name, null])) } : rule,
  );
}
