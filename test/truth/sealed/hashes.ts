/** What the pages were when the set was frozen. */
export const SEALED_HASHES: Record<string, string> = {
  live: "c1676e589469c710",
  handbook: "d87039d3f6ec7a01",
  help: "c571c54e40bdde7d",
  adwaita: "3815e199fc0cc30e",
  twisted: "c4e5ce931120005d",
  rust: "46546da94f5c029e",
  cpp: "8e08a6f3a170a4d9",
  postfix: "77c118e4a0378285",
  jsoup: "4b110f04baa9c967",
  qt: "80a3010ea337e7de",
  scilab: "7f828e5116cb3ff2",
  garden: "7954109981df10ae",
  notes: "9f8e51efb5736e16",
  product: "59e70bb74746f501",
  guide: "169b3b16e4ae600f",
};
