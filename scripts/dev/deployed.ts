import { fail } from "./config.ts";
import { jsonIn, wrangler, type RunWrangler } from "./run-wrangler.ts";

/**
 * The JSON that wrangler prints about the Worker; null if there is no such Worker yet. Any other failure ends the
 * script: otherwise an existing deployment would count as missing and be replaced.
 */
function about(run: RunWrangler, args: readonly string[]): unknown {
  const { ok, output } = run(args);
  if (ok) return jsonIn(output);
  if (/\b(10007|10090)\b|does not exist/.test(output)) return null;
  return fail(`wrangler ${args.join(" ")} failed. Run the command again: it continues from here.\n${output}`);
}

/** Names of the Worker's secrets; empty if it is not deployed yet. */
export function secretsOf(run: RunWrangler, name: string): Set<string> {
  const listed = about(run, ["secret", "list", "--name", name, "--format", "json"]) as { name: string }[] | null;
  return new Set(listed?.map((secret) => secret.name));
}

/** The API hosts of the deployed Worker; null if it has none or is not deployed yet. */
export function deployedApiHosts(run: RunWrangler, name: string): string | null {
  const versions = about(run, ["versions", "list", "--name", name, "--json"]) as { id: string }[] | null;
  const latest = versions?.at(-1);
  if (!latest) return null;
  const version = jsonIn(wrangler(["versions", "view", latest.id, "--name", name, "--json"], run));
  const { resources } = version as { resources: { bindings: { name: string; text?: string }[] } };
  const binding = resources.bindings.find((each) => each.name === "API_HOSTS");
  return binding ? (binding.text ?? "(secret)") : null;
}
