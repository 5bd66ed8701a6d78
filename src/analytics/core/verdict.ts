/** Whether a visit came from the crawler that it names. The tables store these numbers. */
export const VERDICTS = { unknown: 0, verified: 1, spoofed: 2 } as const;

export type VisitVerdict = keyof typeof VERDICTS;
export type VerdictCode = (typeof VERDICTS)[VisitVerdict];
