import { useContext } from "hono/jsx";
import { formatNumber, LocaleContext } from "./format";

interface DeltaProps {
  value: number;
  /** Which way is good. */
  better?: "more" | "less";
  /** 0 to 1, shown as per cent. */
  share?: boolean;
}

/** A change, with its sign and an arrow, so that colour alone carries no meaning. */
export function DeltaFigure({ value, better = "more", share = false }: DeltaProps) {
  const locale = useContext(LocaleContext);
  const digits = share ? 0 : 1;
  const shown = formatNumber(Math.abs(value), locale, share, digits);
  if (shown === formatNumber(0, locale, share, digits)) return <span class="muted">no change</span>;
  const good = value > 0 === (better === "more");
  return (
    <span class={`number ${good ? "better" : "worse"}`}>
      {value > 0 ? "▲ +" : "▼ −"}
      {shown}
    </span>
  );
}
