import { CliError } from "../cli-error.ts";
import { complain } from "../output.ts";
import { readSavedRun, type SavedRun } from "../report/saved-run.ts";
import { readText } from "../read-text.ts";
import { commentText, markerOf } from "./comment.ts";
import { fileOfArtifact, saveComment, type Repository } from "./repository.ts";

/** The pull request that the job is for. */
export interface PullRequest {
  repository: Repository;
  number: number;
  baseBranch: string;
}

/** Null: the job is for something else, or has no token. */
export async function pullRequestOf(env: NodeJS.ProcessEnv, token: string | undefined): Promise<PullRequest | null> {
  const { GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: file, GITHUB_REPOSITORY: name, GITHUB_API_URL: apiUrl } = env;
  if (!event?.startsWith("pull_request") || !file || !name || !apiUrl || token === undefined) return null;
  const { pull_request: pull } = JSON.parse(await readText(file, "GITHUB_EVENT_PATH")) as {
    pull_request?: { number: number; base: { ref: string } };
  };
  return pull ? { repository: { apiUrl, name, token }, number: pull.number, baseBranch: pull.base.ref } : null;
}

/** The latest run of the base branch. What GitHub refuses must not fail the job. */
export async function baselineOf({ repository, baseBranch }: PullRequest, artifact: string): Promise<SavedRun | null> {
  try {
    const text = await fileOfArtifact(repository, artifact, baseBranch);
    if (text !== null) return readSavedRun(text, `The artifact ${artifact} of ${baseBranch}`);
    complain(`${baseBranch} has no artifact ${artifact} yet, so nothing counts as new.`);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    complain(`There is no baseline. ${error.message}`);
  }
  return null;
}

/** Writes or updates our comment. */
export async function writeComment(
  { repository, number }: PullRequest,
  saved: SavedRun,
  baseline: SavedRun | null,
  name: string,
): Promise<void> {
  try {
    await saveComment(repository, number, markerOf(name), commentText(saved, baseline, name));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    complain(`The pull request has no comment. ${error.message}`);
  }
}
