import type { WasteReason } from "./waste";

/** An issue of the latest audit, as that ranks it. */
export interface FirstIssue {
  id: string;
  title: string;
  fix: string | null;
  pages: number;
  visits: number;
  /** Points of Health. */
  gain: number;
  costsVisits: boolean;
  samplePaths: readonly string[];
}

export interface WasteFacts {
  totalVisits: number;
  reasons: ReadonlyArray<{
    reason: WasteReason;
    visits: number;
    paths: number;
    top: ReadonlyArray<{
      path: string;
      visits: number;
      answersNow?: true;
      routed?: true;
      suggestedRedirect?: string | null;
    }>;
  }>;
}

/** Pages that a crawler has not seen as they are. Days are `yyyy-mm-dd`. */
export interface UnseenFacts {
  crawler: string;
  medianDays: number | null;
  pages: ReadonlyArray<{
    path: string;
    reason: "changed" | "never";
    visits: number;
    citations: number;
    change: { to: string } | null;
  }>;
}

export interface QuestionFacts {
  questions: ReadonlyArray<{ query: string; runs: number; covers: "none" | "partly" | "page" }>;
  unread: ReadonlyArray<{ path: string; runs: number; knownSince: string }>;
  /** Pages that speak of a search and that verified crawlers have read. */
  readPages: ReadonlySet<string>;
  /** Of all searches of the window that were read. */
  runs: number;
  /** Pages that they were compared with. */
  pages: number;
}

/** What answers say of the brand that no page of ours says. `said`: until when one did, epoch ms. */
export interface WrongFact {
  outcome: "stale" | "elsewhere" | "nowhere";
  answers: number;
  assistants: readonly string[];
  path: string;
  until: number | null;
}

export interface ViolationFacts {
  crawler: string;
  path: string;
  visits: number;
  rule: { pattern: string; line: number };
  lastDate: string;
}

export interface StoppedFacts {
  provider: string;
  kind: string;
  daysSilent: number;
  daysBefore: number;
  visitsPerDay: number;
}

/** A fix that is followed. Times are epoch ms. */
export interface FixFacts {
  issueId: string;
  title: string;
  /** `isDated`: an audit right before still had the issue. Otherwise it was fixed any time before. */
  fixed: { to: number; isDated: boolean };
  renewed: { last: number } | null;
  reason: string | null;
  paths: ReadonlyArray<{ path: string; fetched: readonly unknown[] }>;
}

/** A page that is not rendered for now. */
export interface PausedFacts {
  path: string;
  tries: number;
  reason: string;
}

/** What the causes are found in. */
export interface FirstFacts {
  domain: string;
  now: number;
  /** Null: no audit has finished. */
  audit: { runId: string; issues: readonly FirstIssue[] } | null;
  waste: WasteFacts;
  visits: ReadonlyMap<string, number>;
  citations: ReadonlyMap<string, number>;
  unseen: readonly UnseenFacts[];
  /** Pages of which it is known when they changed last. */
  changed: ReadonlySet<string>;
  questions: QuestionFacts;
  wrong: {
    facts: readonly WrongFact[];
    /** Answers that were read. */
    answers: number;
    /** Pages whose versions they were compared with. */
    paths: ReadonlySet<string>;
  };
  violations: readonly ViolationFacts[];
  stopped: readonly StoppedFacts[];
  fixes: readonly FixFacts[];
  paused: readonly PausedFacts[];
}
