import type { Reply } from "./judgement-schema";

type Controls = NonNullable<Reply["controls"]>;

/** Names that nothing is called. */
const [FIRST, SECOND] = ["Klarvex", "Ombrelin"];

/**
 * A short text with three names whose sense is known. A model that is wrong about them is not believed about the answer. Which
 * invented name is which depends on the answer, so no fixed reply passes.
 */
export function controlsFor(answer: string): { text: string; expected: Controls } {
  const [known, unknown] = answer.length % 2 === 0 ? [FIRST, SECOND] : [SECOND, FIRST];
  return {
    text: `For running shoes in Oslo, ${known} has fair prices. A lamp stood on the table. I have no information about ${unknown}.`,
    expected: [
      { name: known, sense: "company" },
      { name: unknown, sense: "denied" },
      { name: "lamp", sense: "other" },
    ],
  };
}

/** Whether a reply is right about all of them. A reply from before there were any has none. */
export function passesControls(controls: Controls | undefined, answer: string): boolean | undefined {
  if (controls === undefined) return undefined;
  return controlsFor(answer).expected.every(({ name, sense }) => {
    const said = controls.filter((each) => each.name.trim().toLowerCase() === name.toLowerCase());
    return said.length > 0 && said.every((each) => each.sense === sense);
  });
}
