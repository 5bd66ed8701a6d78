import packageJson from "../../package.json" with { type: "json" };
import { isSound, reachFinding, type DoctorFinding } from "../../src/doctor/core/judge-checkup";
import { onExit } from "../cleanup.ts";
import { CliError } from "../cli-error.ts";
import { EXIT, print } from "../output.ts";
import { doctorReport } from "../report/doctor.ts";
import { plainText, printableJson } from "../report/plain-text.ts";
import { doctorService, NotReached } from "../service/doctor-service.ts";
import { examineService } from "../service/examine-service.ts";
import { readText } from "../read-text.ts";
import { serviceUrl } from "../settings.ts";

export interface DoctorOptions {
  json?: boolean;
  tokenFile?: string;
  mailTo?: string;
  spend?: boolean;
  /** Seconds to wait for messages and alarms. */
  timeout: number;
  /** Seconds to wait for a service that does not answer yet. */
  patience: number;
  workerVersion?: string;
}

/** `crawlready doctor`: tries every part of a deployed service and says what is wrong. Returns the exit code. */
export async function doctor(url: string, options: DoctorOptions): Promise<number> {
  const origin = serviceUrl(url, "The service's address").origin;
  const token = await operatorToken(options.tokenFile);
  const { workerVersion = null, mailTo, spend, timeout, patience } = options;
  const service = doctorService({ origin, token, workerVersion });
  const plan = {
    version: packageJson.version,
    workerVersion,
    order: { mailTo, spend },
    timeoutMs: timeout * 1_000,
    patienceMs: patience * 1_000,
    onExit,
  };
  const findings = await examineService(service, plan).catch((error: unknown): DoctorFinding[] => {
    if (!(error instanceof NotReached)) throw error;
    return [reachFinding(error.reason, plainText(error.message, 200))];
  });
  const isFine = isSound(findings);
  if (options.json) await print(`${printableJson({ service: origin, ok: isFine, findings }, 2)}\n`);
  else await print(doctorReport(origin, findings, { colours: process.stdout.isTTY && !process.env["NO_COLOR"] }));
  return isFine ? EXIT.fine : EXIT.failed;
}

/** The operator's token, from the environment or a file: other users of a machine can read the arguments of its processes. */
async function operatorToken(file: string | undefined): Promise<string> {
  const token = (file === undefined ? process.env["ADMIN_TOKEN"] : await readText(file, "--token-file"))?.trim();
  if (!token) throw new CliError("The operator's token is missing: set ADMIN_TOKEN, or name a file with --token-file.");
  if (!/^[\x21-\x7e]+$/.test(token)) throw new CliError("The operator's token contains invalid characters.");
  return token;
}
