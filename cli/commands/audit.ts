import path from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import type { Client } from "../../src/client";
import { CliError } from "../cli-error.ts";
import { cleanUp, onExit } from "../cleanup.ts";
import { complain, EXIT, finishReport, planReport, type ReportOptions } from "../output.ts";
import { ProgressLine } from "../progress.ts";
import { saveRun, type SavedRun } from "../report/saved-run.ts";
import { cancelAudit, driveAudit, type ActiveRun, type AuditList, type AuditOrder } from "../service/drive-audit.ts";
import { startLocalService } from "../service/local-service.ts";
import { readText } from "../read-text.ts";
import { remoteService, siteHeaders, type HeaderOptions, type ServiceOptions } from "../settings.ts";
import { openTarget, type Target } from "../target.ts";

export interface AuditOptions extends ServiceOptions, HeaderOptions {
  mode: AuditOrder["mode"];
  maxPages: number;
  include: string[];
  exclude: string[];
  sitemap?: string;
  list?: string;
  sampling: boolean;
  render: boolean;
  timeout: number;
  as?: string;
}

/** How often a run is polled: on our own service, and on one that counts requests. */
const POLL_LOCAL_MS = 250;
const POLL_REMOTE_MS = 2_000;
/** Time after the deadline for a responsive service to finish the run, and for reading the run. */
const LATE_MS = 5_000;
const READ_MS = 90_000;

/** `crawlready audit`: audits a site and reports. Returns the exit code. */
export async function audit(names: readonly string[], options: AuditOptions & ReportOptions): Promise<number> {
  const plan = await planReport(options);
  const saved = await runAudit(names, options);
  return finishReport(saved, plan);
}

/** Audits a site with a local service or the one that `--service` names. */
export async function runAudit(names: readonly string[], options: AuditOptions): Promise<SavedRun> {
  const deadlineAt = Date.now() + options.timeout * 1_000;
  let state = "The audit had not started.";
  let end = endLate(deadlineAt + LATE_MS, () => state);
  const remote = await remoteService(options, process.env);
  const target = await openTarget(names, options.as ?? null);
  if (remote) refuseLocalOptions(target, options);
  const order = await orderOf(target, options);
  const list = options.list === undefined ? null : await readList(options.list);
  const progress = new ProgressLine();
  onExit(() => progress.clear());
  const api = remote ?? (await openLocal(target, options, progress));
  const active: ActiveRun = { id: null };
  // A run on a deployed service would continue without us.
  onExit(() => (remote && active.id ? cancelAudit(api, active.id) : undefined));
  const driven = await driveAudit(
    api,
    order,
    {
      deadlineAt,
      list,
      maxPages: remote && options.maxPages,
      pollMs: remote ? POLL_REMOTE_MS : POLL_LOCAL_MS,
      isRemote: remote !== null,
      onProgress: ({ status, pages }) => {
        state = `${pages} pages had been audited.`;
        progress.show(`${status === "queued" ? "Waiting" : "Auditing"} … ${pages} pages`);
      },
      onRead: () => {
        clearTimeout(end);
        end = endLate(Math.max(deadlineAt, Date.now()) + READ_MS, () => `${state} They could not be read.`);
      },
    },
    active,
  );
  progress.clear();
  const files = target.folder && filesFrom(names[0]!, target.folder.files);
  return saveRun({ version: packageJson.version, url: target.urls[0]!, ...driven, ...(files && { files }) });
}

/** The files of a served folder as they are found from here: code scanning wants their place in the repository. */
function filesFrom(folder: string, files: Record<string, string>): Record<string, string> {
  const place = path.relative(process.cwd(), path.resolve(folder));
  return Object.fromEntries(Object.entries(files).map(([served, file]) => [served, path.join(place, file)]));
}

/**
 * A deployed service decides on its own where it fetches a domain and whether it renders pages.
 * @throws CliError for an option that it would ignore.
 */
export function refuseLocalOptions(
  { folder, origin }: Pick<Target, "folder" | "origin">,
  { render }: { render: boolean },
): void {
  if (folder) throw new CliError("A deployed service can't read a folder on this machine. Leave out --service.");
  if (origin !== null)
    throw new CliError("--as works only without --service: the domain's settings define where its pages are.");
  if (!render) throw new CliError("--no-render works only without --service.");
}

/** Ends a command that hangs in spite of its deadline. */
function endLate(at: number, state: () => string): NodeJS.Timeout {
  return setTimeout(() => {
    complain(`The time ran out. ${state()}`);
    void cleanUp().then(() => process.exit(EXIT.failed));
  }, at - Date.now()).unref();
}

/** Reads a file of URLs. The service finds out what kind it is. */
async function readList(file: string): Promise<AuditList> {
  return { text: await readText(file, "--list"), contentType: file.endsWith(".csv") ? "text/csv" : "text/plain" };
}

async function orderOf({ domain, urls }: Target, options: AuditOptions): Promise<AuditOrder> {
  const { mode, include, exclude, sitemap, sampling } = options;
  const headers = await siteHeaders(options, process.env);
  return {
    domain,
    urls,
    mode,
    allowSampling: sampling,
    scope: { ...(include.length > 0 && { include }), ...(exclude.length > 0 && { exclude }) },
    ...(sitemap !== undefined && { sitemapUrl: sitemap }),
    ...(headers && { access: { headers } }),
  };
}

/** Our own service for the target's domain, which ends with this process. */
export async function openLocal(
  { domain, origin }: Target,
  { render, maxPages }: Pick<AuditOptions, "render" | "maxPages">,
  progress: ProgressLine,
): Promise<Client> {
  progress.show("Starting …");
  const service = await startLocalService({ domain, origin }, { render, maxPages });
  if (service.noBrowser !== null && render) progress.note(`Pages are not rendered: ${service.noBrowser}.`);
  return service.api;
}
