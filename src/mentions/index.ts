export { resendRun } from "./ask/send-runs";
export { exportedAnswers, exportedReports } from "./answers/exported-answers";
export { answersAbout, type AnswerAbout } from "./answers/answers-about";
export { citedDays, ownCitations, searchesOf } from "./answers/counted-facts";
export { replayAnalysis } from "./analyse/replay-analysis";
export { callsOn } from "./repo/ledger";
export { BREAKER_FAILURES } from "./core/retry-policy";
export { deletePrompts } from "./prompts/delete-prompts";
export { countPrompts } from "./repo/prompts";
