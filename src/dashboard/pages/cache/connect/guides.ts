import { FRAMEWORK_GUIDES } from "./framework-guides";
import { FUNCTION_GUIDES } from "./function-guides";
import type { Guide } from "./guide";
import { SERVER_GUIDES } from "./server-guides";

const dnsSteps = [
  "Check that the origin answers by itself.",
  "Point the DNS record of `www.shop.example` at `crawlready.example` with a CNAME record. Whoever runs this service adds the domain as a custom hostname or a route.",
  "Crawlers get snapshots. Every other request goes unchanged to the origin.",
] as const;

/** The whole domain goes through this service. */
const DNS_GUIDES: readonly Guide[] = [
  {
    id: "builders",
    name: "Lovable and other builders",
    noKey: true,
    steps: [
      "Lovable, Bolt, Base44 and the like run no code of yours on the server, so the domain itself goes through this service.",
      "In Settings here, set the origin to the address that the builder gave your app, such as `https://your-app.lovable.app`, and add the proof that the page asks for to the app.",
      ...dnsSteps,
    ],
  },
  {
    id: "dns",
    name: "DNS only",
    noKey: true,
    steps: [
      "This needs no code and adds the least delay.",
      "In Settings here, set the origin: the server behind the domain, such as `https://origin.example.com`.",
      ...dnsSteps,
    ],
  },
];

/** How a site hands its crawlers to this service, per platform. docs/connect.md and the page "Connect" are made from it. */
export const GUIDES: readonly Guide[] = [...FUNCTION_GUIDES, ...FRAMEWORK_GUIDES, ...SERVER_GUIDES, ...DNS_GUIDES];
