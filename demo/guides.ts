import type { Block, DemoPage } from "./pages.ts";

/** Short notes of the shop, three of a subject. Fault: most have little text; the first of each subject was written anew. */
const NOTES: readonly (readonly [path: string, title: string, note: string])[] = [
  [
    "/tours/lighthouse",
    "A day to the lighthouse",
    "Forty kilometres, all of them flat, and a wind that turns at noon.",
  ],
  ["/tours/two-ferries", "The round with two ferries", "The second ferry takes six bicycles and no tandem."],
  ["/tours/bird-hides", "Five hides between the tides", "Ride at low water, because the causeway floods by four."],
  [
    "/parts/hub-gears",
    "Why we build with hub gears",
    "Sand ends a derailleur in one season; an oil bath does not mind it.",
  ],
  ["/parts/mudguards", "Mudguards that last", "Steel stays bend back, plastic ones break in frost."],
  ["/parts/dynamo-lights", "Lights without batteries", "A dynamo in the hub costs a watt that nobody feels."],
  ["/courses/brakes", "An evening on brakes", "Bring your own bicycle, and expect dirty hands."],
  ["/courses/wheels", "True a wheel yourself", "Spokes sing when they are right; we teach you the note."],
  ["/courses/first-ride", "Riding again after years", "Two hours on the quay, with nobody watching but gulls."],
  ["/care/chain", "What a chain wants in winter", "Wipe it after each ride; oil that stays wet collects sand."],
  ["/care/bearings", "Bearings and salt", "Grease keeps water out only as long as it is clean."],
  ["/care/paint", "Paint by the sea", "Touch up chips within a week, before rust creeps under."],
  ["/places/harbour", "Where to lock up at the harbour", "The racks by the ice house are lit all night."],
  ["/places/dyke", "The dyke road in a storm", "Above force eight it is closed, and that is a good thing."],
  ["/places/pump-house", "Tea at the pump house", "Open at weekends, and they lend a pump, too."],
];

export const GUIDE_PATHS: readonly string[] = NOTES.map(([path]) => path);
/** Pages that got a text which answers questions. */
export const REWRITTEN_PATHS: readonly string[] = GUIDE_PATHS.filter((_, i) => i % 3 === 0);

const answers = (title: string): string[] => [
  `What people ask us about it most: how long it takes, what it costs, and whether it can wait until spring. For ${title.toLowerCase()} the answer is an hour with us and a note on your bill that says what we found, what we left as it was, and when we would look again.`,
  `What you should bring: the bicycle as you ride it, with its bags and lights, because a loaded wheel shows what an empty one hides. Tell us how far you go in a week and over which paths; salt, sand and cobbles ask for different answers, and a rider of two hundred kilometres needs another one than a rider to the baker.`,
  `What we would do ourselves: start with what is cheap and can be undone, write the date on it, and look after four weeks whether it still holds. Of ten riders who did so last winter, eight needed nothing else, one came back for a bearing, and one sold the bicycle to her neighbour, who is happy with it.`,
  `What not to do: spray oil at it, ride on and hope. The marsh keeps what it gets. If it grinds, stop; if it clicks, count the turns between two clicks and tell us the number, because it says which part is worn before anything is taken apart.`,
];

/** A guide as it is, or as it was before the first of each subject was written anew. */
export function guidePage(path: string, isRewritten: boolean): DemoPage | undefined {
  const found = NOTES.find(([own]) => own === path);
  if (!found) return undefined;
  const [, title, note] = found;
  const blocks: Block[] = [{ h1: title }, { p: note }];
  if (isRewritten && REWRITTEN_PATHS.includes(path)) blocks.push(...answers(title).map((p) => ({ p })));
  return {
    title: `${title} | Saltmarsh Bikes`,
    description: `${note} A note from the workshop on ${title.toLowerCase()}.`,
    blocks,
  };
}

export const guideLinks = (): Array<[href: string, text: string]> => NOTES.map(([path, title]) => [path, title]);
