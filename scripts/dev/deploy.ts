import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { parse } from "smol-toml";
import { addressOf, proveDeployment } from "./after-deploy.ts";
import { prepareAssets } from "./assets.ts";
import { fail, root } from "./config.ts";
import { deployedApiHosts, secretsOf } from "./deployed.ts";
import { forFreePlan, isRefusedByFreePlan, type PlannedConfig } from "./free-plan.ts";
import { ensureDatabase, ensureNamed, ensureNamespace, ensureQueues } from "./resources.ts";
import { runWrangler, wrangler } from "./run-wrangler.ts";
import { withSecretFile } from "./secret-file.ts";
import { unknownQueues } from "../../src/lib/queue-names.ts";
import { isShortToken, LEAST_TOKEN_LENGTH } from "../../src/lib/crypto/admin-token.ts";
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
function setApiHosts(configFile: string, config: WranglerConfig, known: string | null, deployed: string): string {
  const hosts = known ?? ownHosts(config, deployed).join(",");
  if (hosts === "") {
    console.log("  API_HOSTS is not set: every host that is not a domain serves the API.");
    return hosts;
  }
  if (known === null) wrangler(["deploy", "--config", configFile, "--keep-vars", "--var", `API_HOSTS:${hosts}`]);
  console.log(`  API_HOSTS: ${hosts}${known === null ? "" : " (unchanged)"}`);
  return hosts;
}

/**
 * Deploys. A first deployment includes the session secret, so that the Worker never runs without one, and the operator's token if
 * there is one. Adds to `secrets` what it has set.
 */
function deploy(
  configFile: string,
  secrets: Set<string>,
  adminToken: string | null,
  command: readonly string[],
): string {
  const args = [...command, "--config", configFile, "--keep-vars"];
  const all = {
    AUTH_SECRET: randomBytes(32).toString("base64url"),
    ...(adminToken !== null && { ADMIN_TOKEN: adminToken }),
  };
  const missing = Object.entries(all).filter(([name]) => !secrets.has(name));
  // Fails only after the file is gone: the end of the script would skip a `finally`.
  const result =
    missing.length === 0
      ? runWrangler(args)
      : withSecretFile(JSON.stringify(Object.fromEntries(missing)), (file) =>
          runWrangler([...args, "--secrets-file", file]),
        );
  for (const [name] of missing) secrets.add(name);
  if (!result.ok && isRefusedByFreePlan(result.output))
    fail("This account is on Cloudflare's free plan. Run `npm run deploy -- --free` (docs/free-plan.md).");
  return wrangler(args, () => result);
}

const UPLOADED = `
The version is uploaded and gets no requests yet. \`npx wrangler deployments status --name NAME\` shows the version that does. To let the new
one in, first at 0 % for the doctor, then step by step (docs/deployment.md):
  npx wrangler versions deploy --name NAME <new version>@0% <old version>@100%
  ADMIN_TOKEN=… npx crawlready doctor https://<your host> --worker-version <new version>
  npx wrangler versions deploy --name NAME <new version>@10% <old version>@90%`;

interface DeployOptions {
  free: boolean;
  /** Uploads a version that gets no requests yet. */
  upload: boolean;
  doctor: boolean;
  /** The address that the doctor examines; null: that of the first API host. */
  service: string | null;
}

/** The command's options. An unknown one ends the script. */
function readOptions(args: readonly string[]): DeployOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        free: { type: "boolean" },
        upload: { type: "boolean" },
        "no-doctor": { type: "boolean" },
        service: { type: "string" },
      },
    });
    const { free = false, upload = false, service = null } = values;
    return { free, upload, doctor: !values["no-doctor"], service };
  } catch (error) {
    return fail(
      `${(error as Error).message}\nThere are --free (docs/free-plan.md), --upload, --no-doctor and --service <url> (docs/deployment.md).`,
    );
  }
}

const options = readOptions(process.argv.slice(2));
const isFree = options.free;
const adminToken = process.env["ADMIN_TOKEN"]?.trim() || null;
if (adminToken !== null && isShortToken(adminToken))
  fail(`ADMIN_TOKEN has fewer than ${LEAST_TOKEN_LENGTH} characters, which a deployed service does not accept.`);

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
if (options.upload && !secrets.has("AUTH_SECRET"))
  fail("There is no deployment yet. The first one can't be gradual: run `npm run deploy`.");
const deployed = deploy(configFile, secrets, adminToken, options.upload ? ["versions", "upload"] : ["deploy"]);
console.log(
  deployed
    .split("\n")
    .filter((line) => /https:\/\/|schedule:|Version ID/.test(line))
    .join("\n"),
);
if (options.upload) {
  console.log(UPLOADED.replaceAll("NAME", config.name));
  process.exit(0);
}
const hosts = setApiHosts(configFile, config, apiHosts, deployed);
const missing = allSettings().flatMap((row) =>
  row.kind === "secret" && row.setBy === "operator" && !secrets.has(row.name) ? row : [],
);
if (missing.length > 0) {
  console.log("\nSecrets not set (npx wrangler secret put NAME):");
  for (const { name, without, meaning } of missing) console.log(`  ${name}  without it, ${without}. ${meaning}`);
}
if (options.doctor && !proveDeployment(options.service ?? addressOf(hosts), adminToken)) process.exit(1);
