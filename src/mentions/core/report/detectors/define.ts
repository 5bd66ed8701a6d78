import type { Provider } from "../../provider";
import type { AnswerFact } from "../../statistics/fact";
import type { Scene } from "../figures/scene";
import type { ReportV3 } from "../figures/schema";

/** A detector's finding. The report turns it into an action item. */
export interface Detection {
  /** Name of the detector. */
  rule: string;
  /** The subject: a prompt, a provider or a domain. It keeps a finding's id the same from report to report. */
  entity: string;
  /** 0 to 100: how much visibility is at stake. */
  impact: number;
  title: string;
  detail: string;
  numbers: Record<string, number>;
  providers?: Provider[];
  promptIds?: string[];
  /** Answers that support the finding, best first. */
  answers?: AnswerFact[];
  /** A page that supports the finding. */
  url?: string;
  /** The domain that the finding is about. */
  source?: string;
  /** The name that the quotes should show, if it is not the brand's. */
  rival?: string;
}

/** The parts of the report that detectors read in addition to the answers. */
export type Parts = Pick<ReportV3, "stats" | "providerInsights" | "competitorLandscape" | "trendData">;

/** Looks for one kind of problem or opportunity. Thresholds: docs/visibility-report.md. */
export type Detector = (scene: Scene, parts: Parts) => Detection[];

/** Minimum number of answers for a detector about a subset of the prompts. */
export const MIN_ANSWERS = 4;
