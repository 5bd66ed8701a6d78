const UNRELEASED = "## [Unreleased]";

/** The text of a section, trimmed; null if the changelog has none of that name. */
export function sectionOf(changelog: string, name: string): string | null {
  const lines = changelog.split("\n");
  const start = lines.findIndex((line) => line === `## [${name}]` || line.startsWith(`## [${name}] `));
  if (start < 0) return null;
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith("## "));
  return lines
    .slice(start + 1, length < 0 ? undefined : start + 1 + length)
    .join("\n")
    .trim();
}

/** Gives what is unreleased a version and a date (`yyyy-mm-dd`), below an empty Unreleased section. */
export function stampChangelog(changelog: string, version: string, date: string): string {
  return changelog.replace(`${UNRELEASED}\n`, () => `${UNRELEASED}\n\n## [${version}] - ${date}\n`);
}

/** The releases that a changelog has, newest first. */
export function releasesOf(changelog: string): { version: string; date: string }[] {
  return [...changelog.matchAll(/^## \[(\d[^\]]*)\] - (\d{4}-\d{2}-\d{2})$/gm)].map(([, version, date]) => ({
    version: version!,
    date: date!,
  }));
}
