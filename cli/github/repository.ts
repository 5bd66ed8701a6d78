import { unzipSync } from "fflate";
import { CliError } from "../cli-error.ts";

/** A repository on GitHub, as a job of its workflow reaches it. */
export interface Repository {
  /** `https://api.github.com`, or that of a server of one's own. */
  apiUrl: string;
  /** `owner/name`. */
  name: string;
  token: string;
}

const TIMEOUT_MS = 30_000;
const PER_PAGE = 100;
/** Comments of a pull request are read in this many requests at most. */
const MOST_PAGES = 10;
/** A saved run of 50,000 pages has some 100 MB. */
const MOST_ZIP_BYTES = 50_000_000;
const MOST_RUN_BYTES = 300_000_000;
/** Who may have written our comment: the workflow itself, or the owner of a token that it was given. */
const WRITERS = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

interface Comment {
  id: number;
  body?: string;
  user: { type: string } | null;
  author_association: string;
}

interface Artifact {
  id: number;
  name: string;
  expired: boolean;
  created_at: string;
  archive_download_url: string;
  workflow_run: { head_branch: string; repository_id: number; head_repository_id: number } | null;
}

/** Writes the comment that begins with the marker, or changes the one that does. @throws CliError if GitHub refuses. */
export async function saveComment(repository: Repository, pull: number, marker: string, body: string): Promise<void> {
  const list = `/issues/${pull}/comments`;
  const known = await findComment(repository, list, marker);
  await (known === null
    ? request(repository, list, { method: "POST", body: { body } })
    : request(repository, `/issues/comments/${known}`, { method: "PATCH", body: { body } }));
}

async function findComment(repository: Repository, list: string, marker: string): Promise<number | null> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const response = await request(repository, `${list}?per_page=${PER_PAGE}&page=${page}`);
    const comments = (await response.json()) as Comment[];
    const own = comments.find(
      ({ body, user, author_association: author }) =>
        body?.startsWith(marker) && (user?.type === "Bot" || WRITERS.has(author)),
    );
    if (own) return own.id;
    if (comments.length < PER_PAGE) return null;
  }
  return null;
}

/**
 * The file of the newest artifact with this name that a workflow of the branch has left; null: there is none. A fork's branch may
 * have the same name, and its artifacts don't count.
 * @throws CliError if GitHub refuses.
 */
export async function fileOfArtifact(repository: Repository, artifact: string, branch: string): Promise<string | null> {
  const query = new URLSearchParams({ name: artifact, per_page: String(PER_PAGE) }).toString();
  const response = await request(repository, `/actions/artifacts?${query}`);
  const { artifacts } = (await response.json()) as { artifacts: Artifact[] };
  const newest = artifacts
    .filter(({ name, expired, workflow_run: run }) => {
      return (
        name === artifact && !expired && run?.head_branch === branch && run.head_repository_id === run.repository_id
      );
    })
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0];
  if (!newest) return null;
  const archive = await request(repository, `/actions/artifacts/${newest.id}/zip`);
  if (Number(archive.headers.get("content-length")) > MOST_ZIP_BYTES)
    throw new CliError("The baseline's artifact is too large.");
  const zipped = new Uint8Array(await archive.arrayBuffer());
  if (zipped.length > MOST_ZIP_BYTES) throw new CliError("The baseline's artifact is too large.");
  try {
    const files = unzipSync(zipped, {
      filter: ({ name, originalSize }) => name.endsWith(".json") && originalSize <= MOST_RUN_BYTES,
    });
    const [file] = Object.values(files);
    return file ? new TextDecoder().decode(file) : null;
  } catch {
    throw new CliError("The baseline's artifact can't be unpacked.");
  }
}

async function request(
  { apiUrl, name, token }: Repository,
  path: string,
  { method = "GET", body }: { method?: string; body?: object } = {},
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${apiUrl}/repos/${name}${path}`, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "x-github-api-version": "2022-11-28",
        "user-agent": "crawlready",
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new CliError(`GitHub does not answer (${method} ${path}).`);
  }
  if (response.ok) return response;
  await response.body?.cancel();
  throw new CliError(`GitHub answered ${response.status} to ${method} ${path}.${HINTS[response.status] ?? ""}`);
}

const HINTS: Record<number, string> = {
  403: " The job needs the permissions `pull-requests: write` and `actions: read`; a pull request from a fork has none to write.",
  404: " The job needs the permissions `pull-requests: write` and `actions: read`.",
};
