import { isCrawlreadyError } from "../../src/client";
import { CliError } from "../cli-error.ts";
import { complain, EXIT, print } from "../output.ts";
import { ProgressLine } from "../progress.ts";
import { printableText } from "../report/plain-text.ts";
import { startLocalService } from "../service/local-service.ts";
import { remoteService, type ServiceOptions } from "../settings.ts";
import { urlOf } from "../target.ts";

/** The page as the caller of `/render` gets it. The caller is not a crawler and is not counted as one. */
const USER_AGENT = "crawlready-cli";

/** `crawlready render`: prints a page as crawlers get it, after its scripts have run. Returns the exit code. */
export async function render(name: string, options: ServiceOptions & { markdown?: boolean }): Promise<number> {
  const url = urlOf(name);
  const accept = options.markdown ? "text/markdown" : "text/html";
  const headers = { accept, "user-agent": USER_AGENT };
  const remote = await remoteService(options, process.env, { headers });
  const progress = new ProgressLine();
  progress.show("Rendering …");
  const local = remote
    ? null
    : await startLocalService({ domain: url.host, origin: null }, { render: true, maxPages: 1 }, { headers });
  if (local?.noBrowser) throw new CliError(`The page can't be rendered: ${local.noBrowser}.`);
  const response = await (remote ?? local!.api).raw.renderPage({ path: { url: url.href } }).catch((error: unknown) => {
    if (!isCrawlreadyError(error) || error.code === "unreachable") throw error;
    throw new CliError(`The service refused to render the page: ${error.message}`);
  });
  const body = await response.text();
  progress.clear();
  const state = response.headers.get("x-crawlready-cache");
  if (state === "bypass")
    throw new CliError(`The page could not be rendered; without rendering it answers ${response.status}.`);
  if (response.status >= 300 && response.status < 400)
    throw new CliError(`The page leads to ${response.headers.get("location") ?? "another page"}.`);
  if (response.status !== 200) complain(`The page answers ${response.status}.`);
  await print(process.stdout.isTTY ? printableText(body) : body);
  return EXIT.fine;
}
