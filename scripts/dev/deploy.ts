import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import { prepareAssets } from "./assets.ts";
import { fail, root } from "./config.ts";
import { deployedApiHosts, secretsOf } from "./deployed.ts";
import { forFreePlan, isRefusedByFreePlan, type PlannedConfig } from "./free-plan.ts";
import { ensureDatabase, ensureNamed, ensureNamespace, ensureQueues } from "./resources.ts";
import { runWrangler, wrangler } from "./run-wrangler.ts";
import { withSecretFile } from "./secret-file.ts";
import { unknownQueues } from "../../src/jobs/queue-names.ts";
import { allSettings } from "../../src/settings/table.ts";

/** The parts of wrangler.toml with resources and hosts. */
interface WranglerConfig extends PlannedConfig {
  routes?: Array<string | { pattern: string; custom_domain?: boolean }>;
  main: string;
  d1_databases: { binding: string; database_name: string; database_id?: string; migrations_dir: string }[];
  kv_namespaces: { binding: string; id?: string }[];
  r2_buckets: { bucket_name: string }[];
  queues: {
    producers: { queue: string }[];
    consumers: { queue: string; max_batch_size?: number; dead_letter_queue?: string }[];
  };
  name: string;
  alias: Record<string, string>;
  assets: { directory: string };
}

/** wrangler.toml with the ids of this account, in a file next to wrangler's other working files. */
function writeResolved(config: WranglerConfig, databaseId: string, namespaceId: string): string {
  const folder = path.join(root, ".wrangler", "deploy");
  mkdirSync(folder, { recursive: true });
  const fromFolder = (file: string) => path.relative(folder, path.join(root, file));
  const file = path.join(folder, "wrangler.json");
  const resolved = {
    ...config,
    main: fromFolder(config.main),
    alias: Object.fromEntries(Object.entries(config.alias).map(([name, file]) => [name, path.join(root, file)])),
    assets: { ...config.assets, directory: fromFolder(config.assets.directory) },
    d1_databases: config.d1_databases.map((database) => ({
      ...database,
      database_id: databaseId,
      migrations_dir: fromFolder(database.migrations_dir),
    })),
    kv_namespaces: config.kv_namespaces.map((namespace) => ({ ...namespace, id: namespaceId })),
    // Not in wrangler.toml: locally, this binding would call Cloudflare over the network.
    ai: { binding: "AI" },
  };
  writeFileSync(file, JSON.stringify(resolved, null, 2));
  return file;
}

/**
 * Hosts that can only be the API's: the workers.dev address and custom domains, which have no other server behind them.
 * A plain route is in front of a site, so it belongs to a customer.
 */
function ownHosts({ routes }: WranglerConfig, deployed: string): string[] {
  const workersDev = [...deployed.matchAll(/https:\/\/([\w-]+(?:\.[\w-]+)*\.workers\.dev)\b/g)].map(
    (match) => match[1]!,
  );
  const custom = (routes ?? []).flatMap((route) =>
    typeof route !== "string" && route.custom_domain === true ? route.pattern : [],
  );
  return [...new Set([...workersDev, ...custom])];
}

/**
 * Sets the API hosts on a first deployment. From then on, hosts that are neither API hosts nor a customer's domain
 * answer 404.
 */
function setApiHosts(configFile: string, config: WranglerConfig, known: string | null, deployed: string): void {
  const hosts = known ?? ownHosts(config, deployed).join(",");
  if (hosts === "") return console.log("  API_HOSTS is not set: every host that is not a domain serves the API.");
  if (known === null) wrangler(["deploy", "--config", configFile, "--keep-vars", "--var", `API_HOSTS:${hosts}`]);
  console.log(`  API_HOSTS: ${hosts}${known === null ? "" : " (unchanged)"}`);
}

/** Deploys. A first deployment includes the session secret, so that the Worker never runs without one. */
function deploy(configFile: string, secrets: ReadonlySet<string>): string {
  const args = ["deploy", "--config", configFile, "--keep-vars"];
  const secret = JSON.stringify({ AUTH_SECRET: randomBytes(32).toString("base64url") });
  // Fails only after the file is gone: the end of the script would skip a `finally`.
  const result = secrets.has("AUTH_SECRET")
    ? runWrangler(args)
    : withSecretFile(secret, (file) => runWrangler([...args, "--secrets-file", file]));
  if (!result.ok && isRefusedByFreePlan(result.output))
    fail("This account is on Cloudflare's free plan. Run `npm run deploy -- --free` (docs/free-plan.md).");
  return wrangler(args, () => result);
}

const options = process.argv.slice(2);
const isFree = options.includes("--free");
const unknownOption = options.find((option) => option !== "--free");
if (unknownOption !== undefined) fail(`There is no option ${unknownOption}. There is --free (docs/free-plan.md).`);

const written = parse(readFileSync(path.join(root, "wrangler.toml"), "utf8")) as unknown as WranglerConfig;
const config = isFree ? forFreePlan(written) : written;
const queues = new Set([
  ...config.queues.producers.map(({ queue }) => queue),
  ...config.queues.consumers.flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue ?? queue]),
]);

const unknown = unknownQueues(queues);
if (unknown.length > 0)
  fail(`The service does not know the queues ${unknown.join(", ")} of wrangler.toml. Keep the ends of their names.`);

console.log("Resources");
const database = config.d1_databases[0]!;
const databaseId = ensureDatabase(runWrangler, database.database_name, database.database_id);
const namespaceId = ensureNamespace(runWrangler, config.name, config.kv_namespaces[0]!.id);
for (const { bucket_name } of config.r2_buckets)
  ensureNamed(runWrangler, "R2 bucket", ["r2", "bucket", "create"], bucket_name);
ensureQueues(runWrangler, queues);

const configFile = writeResolved(config, databaseId, namespaceId);
console.log("Database migrations");
wrangler(["d1", "migrations", "apply", "DB", "--remote", "--config", configFile]);
console.log("Worker");
prepareAssets();
const secrets = secretsOf(runWrangler, config.name);
const apiHosts = config.vars?.["API_HOSTS"] ?? deployedApiHosts(runWrangler, config.name);
const deployed = deploy(configFile, secrets);
console.log(
  deployed
    .split("\n")
    .filter((line) => /https:\/\/|schedule:|Version ID/.test(line))
    .join("\n"),
);
setApiHosts(configFile, config, apiHosts, deployed);
const missing = allSettings().flatMap((row) =>
  row.kind === "secret" && row.setBy === "operator" && !secrets.has(row.name) ? row : [],
);
if (missing.length > 0) {
  console.log("\nSecrets not set (npx wrangler secret put NAME):");
  for (const { name, without, meaning } of missing) console.log(`  ${name}  without it, ${without}. ${meaning}`);
}
