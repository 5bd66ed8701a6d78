/** The message for a suspended account; null if it is not suspended. */
export function suspensionOf(row: { suspendedAt: number | null; suspendedReason: string | null }): string | null {
  if (row.suspendedAt === null) return null;
  const reason = row.suspendedReason ? `: ${row.suspendedReason}` : "";
  return `The operator has suspended this account${reason}. Until the suspension ends, its sites are served from their origins.`;
}
