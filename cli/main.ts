import { Command, InvalidArgumentError, Option } from "commander";
import { setTimeout as pause } from "node:timers/promises";
import packageJson from "../package.json" with { type: "json" };
import { CliError } from "./cli-error.ts";
import { cliErrorOf } from "./service/service-client.ts";
import { ERRANDS, type Errand } from "../src/insights/core/errand-words";
import { cleanUp, cleanUpOnSignals, signalCode } from "./cleanup.ts";
import { runAction } from "./commands/action.ts";
import { audit, type AuditOptions } from "./commands/audit.ts";
import { bots } from "./commands/bots.ts";
import { doctor, type DoctorOptions } from "./commands/doctor.ts";
import { errands, type ErrandOptions } from "./commands/errands.ts";
import { inspect, type InspectOptions } from "./commands/inspect.ts";
import { render } from "./commands/render.ts";
import { report } from "./commands/report.ts";
import { robots } from "./commands/robots.ts";
import { verifyLedgerFile, type VerifyOptions } from "./commands/verify-ledger.ts";
import { complain, EXIT, outliveReaders, type ReportOptions } from "./output.ts";
import { FORMATS } from "./report/formats.ts";

const SIGNAL_MS = 50;
let exitCode: number = EXIT.fine;

/** Runs a command and keeps its exit code. */
const run =
  (work: (...args: any[]) => Promise<number>) =>
  async (...args: unknown[]) => {
    exitCode = await work(...args);
  };

const wholeNumber = (most: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > most)
    throw new InvalidArgumentError(`Give a number from 1 to ${most}.`);
  return value;
};
const collect = (value: string, before: string[]) => [...before, value];

const errandName = (value: string, before: Errand[]) => {
  const name = ERRANDS.find((each) => each === value);
  if (!name) throw new InvalidArgumentError(`Give one of ${ERRANDS.join(", ")}.`);
  return [...before, name];
};

const serviceOptions = (command: Command) =>
  command
    .option("--service <url>", "use a deployed service; its key is read from CRAWLREADY_KEY")
    .option("--key-file <file>", "read the service's key from a file");

const reportOptions = (command: Command) =>
  command
    .addOption(new Option("--format <format>", "format of the report").choices(Object.keys(FORMATS)).default("text"))
    .option("-o, --output <file>", "write the report to a file instead of stdout")
    .option("--fail-on <conditions>", "exit with 2 if any is true, such as 'score<90,errors>0,new-errors>0'")
    .option("--baseline <file>", "a run saved with --format json; reports only what is new since");

const textOrJson = () => new Option("--format <format>", "output format").choices(["text", "json"]).default("text");
const timeout = () =>
  new Option("--timeout <seconds>", "end the audit after this time").argParser(wholeNumber(86_400)).default(600);
const headerOptions = (command: Command) =>
  command
    .addOption(
      new Option(
        "--header <header>",
        "'Name: value', sent only to the site; repeatable. Other users of this machine can read arguments: keep secrets in --header-file or CRAWLREADY_HEADERS",
      )
        .argParser(collect)
        .default([], "none"),
    )
    .option("--header-file <file>", "read headers from a file, one 'Name: value' per line");

const program = new Command("crawlready")
  .description("Shows what keeps crawlers and AI assistants from reading a site, and what to fix first.")
  .version(packageJson.version)
  .exitOverride()
  .showSuggestionAfterError()
  .addHelpText("after", "\nExit codes: 0 fine, 2 a threshold of --fail-on was missed, 1 failed.");

reportOptions(headerOptions(serviceOptions(program.command("audit"))))
  .description("audit a site, or a folder of static files")
  .argument("<url...>", "where to start, or a folder; several URLs must be on one site")
  .addOption(
    new Option("--mode <mode>", "follow links, read the sitemap, or audit only the given URLs")
      .choices(["follow", "sitemap", "selected"])
      .default("follow"),
  )
  .addOption(
    new Option("--max-pages <number>", "audit at most this many pages").argParser(wholeNumber(50_000)).default(1_000),
  )
  .addOption(
    new Option("--include <path>", "only paths like this, such as '/blog/*'; repeatable")
      .argParser(collect)
      .default([], "all"),
  )
  .addOption(new Option("--exclude <path>", "no paths like this; repeatable").argParser(collect).default([], "none"))
  .option("--sitemap <url>", "the sitemap to read, with --mode sitemap")
  .option("--list <file>", "audit only the URLs in this file: text, CSV or a sitemap")
  .option("--as <url>", "audit the pages as if they were published at this address")
  .option("--no-sampling", "audit all pages, even if many share a pattern")
  .option("--no-render", "do not render pages in a browser; judge them as served")
  .addOption(timeout())
  .action(run((urls: string[], options: AuditOptions & ReportOptions) => audit(urls, options)));

reportOptions(program.command("report"))
  .description("write a saved run in another format, or compare it with another run")
  .argument("<run.json>", "a run saved with --format json")
  .action(run((file: string, options: ReportOptions) => report(file, options)));

headerOptions(serviceOptions(program.command("inspect")))
  .description("say what is wrong with one page")
  .argument("<url>", "the page")
  .addOption(textOrJson())
  .option("--no-render", "do not render the page in a browser")
  .addOption(timeout())
  .action(run((url: string, options: InspectOptions) => inspect(url, options)));

serviceOptions(program.command("render"))
  .description("print a page as crawlers get it, after its scripts have run")
  .argument("<url>", "the page")
  .option("--markdown", "print it as Markdown")
  .action(run((url: string, options: { markdown?: boolean }) => render(url, options)));

program
  .command("bots")
  .description("say which crawler a user agent names")
  .argument("<user agent>", "as in an access log")
  .addOption(textOrJson())
  .action(run((userAgent: string, options: { format: "text" | "json" }) => bots(userAgent, options)));

program
  .command("robots")
  .description("say which crawlers may fetch a page, and by which line of robots.txt")
  .argument("<url>", "the page")
  .addOption(
    new Option("--crawler <token>", "only this crawler, such as GPTBot; repeatable")
      .argParser(collect)
      .default([], "all known"),
  )
  .addOption(textOrJson())
  .action(run((url: string, options: { format: "text" | "json"; crawler: string[] }) => robots(url, options)));

program
  .command("errands")
  .description(
    "send a scripted agent to find the price, how to make contact and the return policy; 2 if one is not found",
  )
  .argument("<url>", "the site")
  .addOption(textOrJson())
  .option("--baseline <file>", "a result saved with --format json; fails only if what passed there fails now")
  .addOption(
    new Option("--require <errand>", "applies also if the site sells nothing; repeatable: price, contact, returns")
      .argParser(errandName)
      .default([], "what applies"),
  )
  .action(run((url: string, options: ErrandOptions) => errands(url, options)));

program
  .command("verify-ledger")
  .description("say whether an exported ledger of what was served is whole; requests nothing")
  .argument("<file>", "the export, lines of JSON")
  .option("--keys <file>", "trust only these public keys: a JWK, or the service's directory as you saved it")
  .option("--path <path>", "also print what crawlers got of this page")
  .addOption(textOrJson())
  .action(run((file: string, options: VerifyOptions) => verifyLedgerFile(file, options)));

program
  .command("doctor")
  .description("try every part of a deployed service, and say what is wrong")
  .argument("<url>", "the service's address; the operator's token is read from ADMIN_TOKEN")
  .option("--token-file <file>", "read the operator's token from a file")
  .option("--json", "print the findings as JSON")
  .option("--mail-to <address>", "send a test mail there")
  .option("--spend", "also ask each configured AI provider a question, which costs money")
  .addOption(
    new Option("--timeout <seconds>", "wait this long for messages of queues and alarms")
      .argParser(wholeNumber(600))
      .default(90),
  )
  .addOption(
    new Option("--patience <seconds>", "keep trying this long if the service does not answer")
      .argParser(wholeNumber(600))
      .default(0, "none"),
  )
  .option("--worker-version <id>", "have this version of a gradual rollout answer")
  .action(run((url: string, options: DoctorOptions) => doctor(url, options)));

program
  .command("action", { hidden: true })
  .description("the step of the GitHub Action (action.yml)")
  .action(run(() => runAction(process.env)));

/** Commander has already printed its message. Help and version are fine, wrong options are not. */
function codeOf(error: unknown): number {
  if (error instanceof Error && "code" in error && String(error.code).startsWith("commander."))
    return (error as unknown as { exitCode: number }).exitCode === 0 ? EXIT.fine : EXIT.failed;
  const told = cliErrorOf(error);
  complain(
    told instanceof CliError ? told.message : told instanceof Error ? (told.stack ?? told.message) : String(told),
  );
  return EXIT.failed;
}

/** Ends the process, quietly if a signal has told it to: what fails then fails because we end. */
async function finish(work: () => Promise<unknown>): Promise<never> {
  try {
    await work();
  } catch (error) {
    // Ctrl-C also reaches workerd and the browser. What fails because they ended may be heard of before the signal is.
    await pause(SIGNAL_MS);
    if (signalCode() === null) exitCode = codeOf(error);
  }
  await cleanUp();
  process.exit(signalCode() ?? exitCode);
}

outliveReaders();
cleanUpOnSignals();
process.on("uncaughtException", (error) => {
  void finish(async () => {
    throw error;
  });
});
await finish(() => program.parseAsync());
