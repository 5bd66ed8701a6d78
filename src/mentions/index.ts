export { replayAnalysis } from "./replay-analysis";
export { countPrompts, deleteDomainPrompts as deletePrompts } from "./repo/prompts";
