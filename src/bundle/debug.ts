/** Puppeteer's debug output, which we never turn on. */
export default function debug(): () => void {
  return () => undefined;
}
