import type { CDPSession } from "@cloudflare/puppeteer";
import { RENDERER_TOKEN } from "../../core/serving-rules";
import type { Variant } from "../../core/variant";
import { SCREENS } from "./viewport";

/** How a browser introduces itself: the parameters of Network.setUserAgentOverride. */
export interface Identity {
  userAgent: string;
  platform?: string;
  userAgentMetadata?: Record<string, unknown>;
}

/** The user agent of a desktop, or of a phone as current Chromes name every phone. `browser`: the browser's own. */
export function identityOf(browser: string, screen: Variant): Identity {
  if (screen === "desktop")
    return { userAgent: `${browser.replace("HeadlessChrome", "Chrome")} ${RENDERER_TOKEN}/1.0` };
  const version = /Chrome\/(\d+)/.exec(browser)?.[1] ?? "140";
  const system = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";
  return {
    userAgent: `${system} Chrome/${version}.0.0.0 Mobile Safari/537.36 ${RENDERER_TOKEN}/1.0`,
    platform: "Linux armv8l",
    userAgentMetadata: {
      brands: [{ brand: "Chromium", version }],
      platform: "Android",
      platformVersion: "10.0.0",
      architecture: "",
      model: "K",
      mobile: true,
    },
  };
}

/** Gives a page this screen, and touch if it is a phone's. */
export async function setScreen(cdp: CDPSession, screen: Variant, identity: Identity): Promise<void> {
  const touch = screen === "mobile";
  await Promise.all([
    cdp.send("Network.setUserAgentOverride", identity as never),
    cdp.send("Emulation.setDeviceMetricsOverride", SCREENS[screen]),
    cdp.send("Emulation.setTouchEmulationEnabled", { enabled: touch, ...(touch && { maxTouchPoints: 5 }) }),
  ]);
}
