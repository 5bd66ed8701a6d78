import { GUIDE_PATHS, guideLinks, guidePage } from "./guides.ts";

/** The sample site's pages. Some contain deliberate faults for the audit to find. */

export interface Block {
  h1?: string;
  h2?: string;
  h4?: string;
  p?: string;
  image?: string;
  alt?: string;
  links?: Array<[href: string, text: string]>;
}

export interface DemoPage {
  title?: string;
  description?: string;
  status?: number;
  robots?: string;
  /** False: no canonical; absent: the page's own URL. */
  canonical?: string | false;
  jsonLd?: unknown;
  blocks: Block[];
}

/** What a yearly check costs, now and before the workshop raised it: AI answers still tell the earlier price. */
export const CHECK_PRICE = 59;
export const EARLIER_CHECK_PRICE = 49;

const STORY = [
  "The workshop stands where the harbour road meets the marsh path, and most of the bicycles we look after have salt in their bearings. We wash, strip and grease them in that order, because grit that stays behind the wash ends up in the grease.",
  "A frame comes in for its yearly check in about forty minutes. We look at the welds under a lamp, measure the chain, true both wheels and write down what will not last another winter. Nothing is replaced without a call.",
  "People often ask whether steel is worth the weight near the sea. Our answer is a table of the frames we have repaired since the shop opened: steel with a good lining outlives the rest, provided somebody empties the drain holes twice a year.",
  "Brakes wear faster on the dyke road than anywhere else in the county, since the wind makes riders brake uphill as well. We keep four kinds of pads and fit the one that suits the rim, not the one that is on offer.",
];

const story = (...extra: string[]): Block[] => [...STORY, ...extra].map((p) => ({ p }));

export const DEMO_PAGES: Record<string, DemoPage> = {
  "/": {
    title: "Saltmarsh Bikes: repairs and bicycles by the sea",
    description:
      "A workshop by the harbour that repairs, builds and rents bicycles which stand up to salt, sand and a wind that never rests.",
    jsonLd: {
      "@context": "https://schema.org",
      "@type": "LocalBusiness",
      name: "Saltmarsh Bikes",
      address: "1 Harbour Road",
    },
    blocks: [
      { h1: "Bicycles that stand up to the sea" },
      ...story(),
      {
        links: [
          ["/bikes", "Bicycles for sale"],
          ["/repairs", "Repairs"],
          ["/journal", "Journal"],
          ["/rental", "Rental"],
          ["/jobs", "click here"],
        ],
      },
    ],
  },
  "/bikes": {
    title: "Bicycles for sale | Saltmarsh Bikes",
    description:
      "Four bicycles that we build and know: a tourer, a loader, a folding one and a children's bicycle, each with prices and sizes.",
    blocks: [
      { h1: "Bicycles for sale" },
      ...story(),
      {
        links: [
          ["/bikes/dyke-tourer", "Dyke Tourer"],
          ["/bikes/harbour-loader", "Harbour Loader"],
          ["/bikes/ferry-folder", "Ferry Folder"],
        ],
      },
    ],
  },
  "/bikes/dyke-tourer": {
    title: "Dyke Tourer, a steel touring bicycle | Saltmarsh Bikes",
    description:
      "A steel touring bicycle with full mudguards, hub gears and a drain hole in every tube, built to order in six sizes.",
    jsonLd: {
      "@context": "https://schema.org",
      "@type": "Product",
      name: "Dyke Tourer",
      offers: { "@type": "Offer", price: 1490, priceCurrency: "EUR" },
    },
    blocks: [
      { h1: "Dyke Tourer" },
      { image: "/img/tourer.svg", alt: "A green touring bicycle" },
      ...story("It comes in six sizes and three colours, and the waiting time is five weeks."),
    ],
  },
  // Fault: no meta description, and an image without a text alternative.
  "/bikes/harbour-loader": {
    title: "Harbour Loader, a cargo bicycle | Saltmarsh Bikes",
    blocks: [
      { h1: "Harbour Loader" },
      { image: "/img/loader.svg" },
      ...story("It carries two crates of fish or three children, seldom both."),
    ],
  },
  // Fault: the title of another page.
  "/bikes/ferry-folder": {
    title: "Dyke Tourer, a steel touring bicycle | Saltmarsh Bikes",
    description:
      "A folding bicycle that fits under a ferry seat and unfolds before the gangway is down; the hinge is made in our workshop.",
    blocks: [{ h1: "Ferry Folder" }, ...story("Folded, it measures sixty by forty centimetres.")],
  },
  // Fault: a heading level is skipped.
  "/repairs": {
    title: "Bicycle repairs and what they cost | Saltmarsh Bikes",
    description:
      "What a yearly check, new brakes or a straightened wheel cost, how long they take, and when you should rather buy something else.",
    blocks: [{ h1: "Repairs" }, { h4: "Prices" }, { p: `A yearly check costs €${CHECK_PRICE}.` }, ...story()],
  },
  "/journal": {
    title: "Journal of the workshop | Saltmarsh Bikes",
    description:
      "Notes from a workshop by the sea: what broke, why it broke, and what we changed so that the next one lasts longer.",
    blocks: [
      { h1: "Journal" },
      ...story(),
      {
        links: [
          ["/journal/salt", "What salt does to a bottom bracket"],
          ["/journal/wind", "Braking uphill"],
          ["/journal/lost", "A page that is gone"],
          ...guideLinks(),
        ],
      },
    ],
  },
  "/journal/salt": {
    title: "What salt does to a bottom bracket | Saltmarsh Bikes",
    description:
      "We opened forty bottom brackets after one winter on the dyke and measured what the salt had left of them, bearing by bearing.",
    blocks: [{ h1: "What salt does to a bottom bracket" }, { h2: "What we found" }, ...story()],
  },
  // Fault: thin content.
  "/journal/wind": {
    title: "Braking uphill in the wind | Saltmarsh Bikes",
    description:
      "Why riders on the dyke brake uphill, what that does to their pads, and which pads we fit for it now, with measurements.",
    blocks: [{ h1: "Braking uphill" }, { p: "To be written when the wind drops." }],
  },
  // Fault: no main heading.
  "/about": {
    title: "About the workshop | Saltmarsh Bikes",
    description:
      "Three mechanics, one apprentice and a dog that barks at aluminium: who we are and how the workshop by the harbour began.",
    blocks: [{ h2: "Who we are" }, ...story()],
  },
  // Fault: asks not to be indexed, though it should be found.
  "/contact": {
    title: "Contact and opening hours | Saltmarsh Bikes",
    description:
      "Where the workshop is, when it is open, and how to reach us when your chain breaks on the dyke at dusk in November.",
    robots: "noindex",
    // Fault: since the latest release, the mail address is a picture.
    blocks: [{ h1: "Contact" }, { image: "/img/address.svg", alt: "How to write to us" }, ...story()],
  },
  // Fault: the canonical points at the home page.
  "/rental": {
    title: "Bicycle rental by the day | Saltmarsh Bikes",
    description:
      "Tourers and loaders by the day or the week, with panniers, a lock and a map of the paths that are above water in spring.",
    canonical: "/",
    blocks: [{ h1: "Rental" }, ...story()],
  },
  ...Object.fromEntries(GUIDE_PATHS.map((path) => [path, guidePage(path, true)!])),
};

/** The page for an unknown path. A meta tag carries the status 404, because the server answers 200 to everything. */
export const NOT_FOUND: DemoPage = {
  title: "Page not found | Saltmarsh Bikes",
  status: 404,
  canonical: false,
  blocks: [{ h1: "Page not found" }, { p: "This page has been washed away. Try the navigation above." }],
};
