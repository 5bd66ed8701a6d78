import type { FirstFacts, WrongFact } from "../../src/insights/core/first-facts.ts";

/** Midnight UTC, so that limits in days can be met exactly. */
export const FIRST_NOW = Date.parse("2026-03-10T00:00:00Z");

/** Facts of a site of which nothing is known. */
export const noFacts: FirstFacts = {
  domain: "a.example",
  now: FIRST_NOW,
  audit: null,
  waste: { totalVisits: 0, reasons: [] },
  visits: new Map(),
  citations: new Map(),
  unseen: [],
  changed: new Set(),
  questions: { questions: [], unread: [], readPages: new Set(), runs: 0, pages: 0 },
  wrong: { facts: [], answers: 0, paths: new Set() },
  violations: [],
  stopped: [],
  fixes: [],
  paused: [],
};

/** A claim in three answers that no page of the site has said. */
export const wrongFact = (change: Partial<WrongFact>): WrongFact => ({
  outcome: "nowhere",
  answers: 3,
  assistants: ["ChatGPT"],
  path: "/a",
  until: null,
  ...change,
});
