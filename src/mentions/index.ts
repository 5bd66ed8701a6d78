export { resendRun } from "./send-runs";
export { ownCitations } from "./repo/facts";
export { replayAnalysis } from "./replay-analysis";
export { callsOn } from "./repo/ledger";
export { countPrompts, deleteDomainPrompts as deletePrompts } from "./repo/prompts";
