export interface ChartSeries {
  name: string;
  /** Null: there are no data, which is a gap and not zero. */
  values: readonly (number | null)[];
}

/** Something that happened, which a line may answer to. */
export interface ChartMark {
  /** In ms. */
  at: number;
  kind: "audit" | "deploy" | "release";
  words: string;
}
