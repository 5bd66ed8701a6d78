/** By what a user agent says, the more particular first: Edge also calls itself Chrome, and Chrome Safari. */
const BROWSERS = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/\bWindows\b/, "Windows"],
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
] as const;

/** "Chrome on Linux"; null: a program that is no known browser. */
export function browserWords(userAgent: string | null): string | null {
  const text = (userAgent ?? "").slice(0, 400);
  const browser = BROWSERS.find(([sign]) => sign.test(text))?.[1];
  if (!browser) return null;
  const system = SYSTEMS.find(([sign]) => sign.test(text))?.[1];
  return system ? `${browser} on ${system}` : browser;
}
