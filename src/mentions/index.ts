export { resendRun } from "./ask/send-runs";
export { ownCitations } from "./repo/facts";
export { replayAnalysis } from "./analyse/replay-analysis";
export { callsOn } from "./repo/ledger";
export { countPrompts, deleteDomainPrompts as deletePrompts } from "./repo/prompts";
