import { readFileSync } from "node:fs";
import { setLanguages } from "../../src/mentions/core/analysis/words/languages.ts";
import { setWords } from "../../src/mentions/core/analysis/words/words.ts";

const FOLDER = "src/mentions/analyse";

/** Loads what analyses read. The Worker loads the same files from its static files. */
export function loadWordFiles(): void {
  setWords(readFileSync(`${FOLDER}/answer-words.txt`, "utf8"));
  setLanguages(readFileSync(`${FOLDER}/language-data.txt`, "utf8"), readFileSync(`${FOLDER}/word-frequencies.bin`));
}

loadWordFiles();
