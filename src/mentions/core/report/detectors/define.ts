import type { Provider } from "../../provider";
import type { AnswerFact } from "../../statistics/fact";
import type { Scene } from "../scene";
import type { ReportV3 } from "../schema";

/** A detector's result, which the report turns into an action item. */
export interface Finding {
  /** Name of the detector. */
  rule: string;
  /** What it is about, so that the same finding keeps its id from report to report: a prompt, a provider, a domain. */
  entity: string;
  /** 0 to 100: how much visibility is at stake. */
  impact: number;
  title: string;
  detail: string;
  numbers: Record<string, number>;
  providers?: Provider[];
  promptIds?: string[];
  /** Answers that show it, best first. */
  answers?: AnswerFact[];
  /** A page that shows it. */
  url?: string;
}

/** The parts of the report that detectors read besides the answers. */
export type Parts = Pick<ReportV3, "stats" | "providerInsights" | "competitorLandscape" | "trendData">;

/** Looks for one thing to act on. Thresholds: docs/visibility-report.md. */
export type Detector = (scene: Scene, parts: Parts) => Finding[];

/** Answers below which a detector about a part of the prompts keeps silent. */
export const MIN_ANSWERS = 4;
