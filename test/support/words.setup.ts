import { readFileSync } from "node:fs";
import { setWords } from "../../src/mentions/core/analysis/words/words.ts";

// The Worker loads them from its static files.
setWords(readFileSync("src/mentions/analyse/answer-words.txt", "utf8"));
