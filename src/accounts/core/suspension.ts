/** What a suspended account is told; null: it is not suspended. */
export function suspensionOf(row: { suspendedAt: number | null; suspendedReason: string | null }): string | null {
  if (row.suspendedAt === null) return null;
  const reason = row.suspendedReason ? `: ${row.suspendedReason}` : "";
  return `The operator has suspended this account${reason}. Its sites are served by their origins meanwhile.`;
}
