import type { Bindings } from "../../env";
import { hasLanguages, setLanguages } from "../core/analysis/words/languages";
import { hasWords, setWords } from "../core/analysis/words/words";

/** Loads the words and the data about languages by which answers are read, once per isolate. Call it before any analysis. */
export async function loadWords(env: Pick<Bindings, "ASSETS">): Promise<void> {
  if (hasWords() && hasLanguages()) return;
  const [words, languages, frequencies] = await Promise.all(
    ["answer-words.txt", "language-data.txt", "word-frequencies.bin"].map((name) => fetchAsset(env, name)),
  );
  setWords(new TextDecoder().decode(words));
  setLanguages(new TextDecoder().decode(languages), new Uint8Array(frequencies!));
}

async function fetchAsset(env: Pick<Bindings, "ASSETS">, name: string): Promise<ArrayBuffer> {
  const response = await env.ASSETS.fetch(`https://assets.invalid/${name}`);
  const bytes = await response.arrayBuffer();
  if (!response.ok) throw new Error(`The file ${name} for reading answers is missing: HTTP ${response.status}.`);
  return bytes;
}
