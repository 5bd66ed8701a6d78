const [WIDTH, HEIGHT, PAD] = [96, 24, 2];

/** The points of a small line in runs without gaps, as SVG coordinates. The scale begins at 0. */
export function sparkPoints(values: readonly (number | null)[], max?: number): string[] {
  const top = Math.max(max ?? 0, 1, ...values.map((value) => value ?? 0));
  const step = values.length < 2 ? 0 : (WIDTH - 2 * PAD) / (values.length - 1);
  const runs: string[][] = [[]];
  for (const [i, value] of values.entries()) {
    if (value === null) runs.push([]);
    else
      runs
        .at(-1)!
        .push(`${(PAD + i * step).toFixed(1)},${(HEIGHT - PAD - (value / top) * (HEIGHT - 2 * PAD)).toFixed(1)}`);
  }
  return runs.filter((run) => run.length > 0).map((run) => (run.length === 1 ? `${run[0]} ${run[0]}` : run.join(" ")));
}

/** A small line next to a figure, without axes. Null: there are no data. `label` says what it shows. */
export function Sparkline(props: { values: readonly (number | null)[]; label: string; max?: number }) {
  const runs = sparkPoints(props.values, props.max);
  if (runs.length === 0) return null;
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={props.label}>
      {runs.map((points) => (
        <polyline points={points} />
      ))}
    </svg>
  );
}
