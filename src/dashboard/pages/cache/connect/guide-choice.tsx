import { CopyText } from "../../../ui/panels";
import { filledIn, type GuideNames } from "./fill-in";
import type { Guide } from "./guide";
import { GUIDES } from "./guides";

/** A text in which backticks mark code. */
const Prose = ({ text }: { text: string }) => (
  <p>{text.split("`").map((part, i) => (i % 2 === 0 ? part : <code>{part}</code>))}</p>
);

/** A platform's button. What it opens stands next to it, so that choosing another one loads nothing and loses no key. */
function Choice({ guide, chosen, names }: { guide: Guide; chosen: boolean; names: GuideNames }) {
  const id = `platform-${guide.id}`;
  return (
    <div class="platform">
      <input type="radio" name="platform" value={guide.id} id={id} checked={chosen} />
      <label for={id}>{guide.name}</label>
      <section class="guide" aria-label={guide.name}>
        {guide.steps.map((step) =>
          typeof step === "string" ? (
            <Prose text={filledIn(step, names)} />
          ) : (
            <CopyText text={filledIn(step.code, names)} name={step.name} block />
          ),
        )}
      </section>
    </div>
  );
}

/** All platforms, of which one is open. */
export const GuideChoice = ({ chosen, names }: { chosen: string; names: GuideNames }) => (
  <fieldset class="platforms">
    <legend>Where is the site served from?</legend>
    {GUIDES.map((guide) => (
      <Choice guide={guide} chosen={guide.id === chosen} names={names} />
    ))}
  </fieldset>
);
