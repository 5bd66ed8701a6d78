import { spawnSync } from "node:child_process";
import path from "node:path";
import { root } from "./config.ts";

/** A new workers.dev address is not known everywhere at once. */
const PATIENCE_SECONDS = 60;

const UNPROVEN = `
The deployment is not proven: the doctor needs the operator's token. With ADMIN_TOKEN in the environment, \`npm run deploy\` also sets it
for a service that has none. Or run, once the service has one:
`;

const FAILED = `
The deployment stands, but the doctor has found failures: the table above says what to do about each. If customers are affected, go back:
  npx wrangler rollback
A rollback leaves the database as it is, which is safe (docs/deployment.md). To deploy without the doctor: npm run deploy -- --no-doctor
`;

/** Runs the doctor. Returns its exit code. */
export type RunDoctor = (url: string, adminToken: string) => number;

const runDoctor: RunDoctor = (url, adminToken) => {
  const args = [path.join(root, "cli", "crawlready.mjs"), "doctor", url, "--patience", String(PATIENCE_SECONDS)];
  const env = { ...process.env, ADMIN_TOKEN: adminToken };
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" }).status ?? 1;
};

/** The address of the first of the API's hosts; null: they are not known. */
export function addressOf(apiHosts: string): string | null {
  const [first = ""] = apiHosts.split(",");
  return /^[\w.-]+(?::\d+)?$/.test(first.trim()) ? `https://${first.trim()}` : null;
}

/** Has the doctor examine what was deployed. Without a token it only says how. Returns whether nothing has failed. */
export function proveDeployment(url: string | null, adminToken: string | null, run: RunDoctor = runDoctor): boolean {
  const address = url ?? "https://<your host>";
  if (url === null || adminToken === null) {
    console.log(`${UNPROVEN}  ADMIN_TOKEN=… npx crawlready doctor ${address}`);
    return true;
  }
  console.log("\nDoctor");
  if (run(url, adminToken) === 0) return true;
  console.error(FAILED);
  return false;
}
