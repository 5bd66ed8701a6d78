/** Kinds of issues that came, went and stayed since the run before, on the pages that both saw; null: not known. */
export function changedKinds(
  comparable: { newIssueIds: readonly string[]; fixedIssueIds: readonly string[] } | null | undefined,
  kinds: number,
): { added: number; fixed: number; remaining: number } | null {
  if (!comparable) return null;
  const added = comparable.newIssueIds.length;
  return { added, fixed: comparable.fixedIssueIds.length, remaining: Math.max(0, kinds - added) };
}
