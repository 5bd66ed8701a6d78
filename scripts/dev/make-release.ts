import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sectionOf, stampChangelog } from "./changelog.ts";

/** Why there was no release. Nothing was changed. */
export class ReleaseRefused extends Error {}

/** Files that name the version, and how often: package-lock.json has it for itself and for its root package. */
const VERSIONED: Readonly<Record<string, number>> = { "package.json": 1, "package-lock.json": 2, "server.json": 1 };
const CHANGELOG = "CHANGELOG.md";

export interface ReleaseOptions {
  /** The repository. */
  root: string;
  /** Such as 1.2.0. */
  version: string;
  /** `yyyy-mm-dd`. */
  today: string;
  /** Runs all tests. */
  passesTests: () => boolean;
}

/**
 * Stamps the changelog and the versions, commits that and tags it. A version that is stamped and has no tag is only tagged.
 * Pushes nothing.
 * @throws ReleaseRefused for a bad version, a known tag, a dirty tree, nothing to release, or a failed test.
 */
export function release({ root, version, today, passesTests }: ReleaseOptions): void {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const read = (name: string) => readFileSync(path.join(root, name), "utf8");
  const tag = `v${version}`;
  const { version: current } = JSON.parse(read("package.json")) as { version: string };
  const isStamped = current === version && sectionOf(read(CHANGELOG), version) !== null;

  if (!isVersion(version)) throw new ReleaseRefused(`"${version}" is not a version such as 1.2.0.`);
  if (!isStamped && !isGreater(version, current)) throw new ReleaseRefused(`${version} is not above ${current}.`);
  if (git("tag", "--list", tag) !== "") throw new ReleaseRefused(`The tag ${tag} exists.`);
  const hasNotes = /^[ \t]*[^#\s]/m.test(sectionOf(read(CHANGELOG), "Unreleased") ?? "");
  if (!isStamped && !hasNotes) throw new ReleaseRefused(`${CHANGELOG} has nothing under "Unreleased".`);
  if (isStamped && hasNotes)
    throw new ReleaseRefused(
      `${CHANGELOG} has notes under "Unreleased" that ${version} would not contain. Choose the next one.`,
    );
  if (git("branch", "--show-current") === "") throw new ReleaseRefused("HEAD is detached. Check out a branch.");
  refuseDirty(git("status", "--porcelain"));
  if (!passesTests()) throw new ReleaseRefused("A test failed.");
  refuseDirty(git("status", "--porcelain"));

  if (!isStamped) {
    writeFileSync(path.join(root, CHANGELOG), stampChangelog(read(CHANGELOG), version, today));
    for (const [name, times] of Object.entries(VERSIONED))
      writeFileSync(path.join(root, name), withVersion(read(name), current, version, times));
    git("commit", "--quiet", "--message", `chore(release): ${version}`, CHANGELOG, ...Object.keys(VERSIONED));
  }
  git("tag", "--annotate", "--message", `Crawlready ${version}`, tag);
}

const isVersion = (text: string) => /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(text);

function isGreater(version: string, other: string): boolean {
  const parts = other.split(".").map(Number);
  const differences = version.split(".").map((part, i) => Number(part) - (parts[i] ?? 0));
  return (differences.find((each) => each !== 0) ?? 0) > 0;
}

function refuseDirty(status: string): void {
  if (status !== "") throw new ReleaseRefused(`Commit or remove first:\n${status}`);
}

/** The text with its first `times` versions replaced. */
function withVersion(text: string, from: string, to: string, times: number): string {
  let changed = text;
  for (let i = 0; i < times; i++) changed = changed.replace(`"version": "${from}"`, `"version": "${to}"`);
  return changed;
}
