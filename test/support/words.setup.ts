import { readFileSync } from "node:fs";
import { setWords } from "../../src/mentions/core/analysis/words.ts";

// The Worker loads them from its static files.
setWords(readFileSync("src/mentions/words/answer-words.txt", "utf8"));
