import type { Bindings } from "../../env";
import { hasWords, setWords } from "../core/analysis/words/words";

/** Loads the words by which answers are read, once per isolate. Call it before any analysis. */
export async function loadWords(env: Pick<Bindings, "ASSETS">): Promise<void> {
  if (hasWords()) return;
  const response = await env.ASSETS.fetch("https://assets.invalid/answer-words.txt");
  const text = await response.text();
  if (!response.ok) throw new Error(`The words for reading answers are missing: HTTP ${response.status}.`);
  setWords(text);
}
