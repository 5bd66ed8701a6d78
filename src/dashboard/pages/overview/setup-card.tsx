import { ButtonLink } from "../../ui/form";
import { Badge, Card } from "../../ui/panels";
import { isWhole, setupSteps, type SetupFacts, type StepState } from "./setup";

const BADGES: Record<StepState, { tone: "good" | "info" | "none"; name: string }> = {
  done: { tone: "good", name: "done" },
  running: { tone: "info", name: "under way" },
  open: { tone: "none", name: "to do" },
};

/** The steps that are left; nothing once all are done. The first open one has the main button. */
export function SetupCard({ facts }: { facts: SetupFacts }) {
  const steps = setupSteps(facts);
  if (isWhole(steps)) return null;
  const next = steps.find(({ state, action }) => state === "open" && action);
  const done = steps.filter(({ state }) => state === "done").length;
  return (
    <Card title="Set the site up" id="setup" actions={<span class="muted">{`${done} of ${steps.length} done`}</span>}>
      <ol class="setup">
        {steps.map((step) => (
          <li>
            <span class="setup-name">{step.name}</span>
            <Badge tone={BADGES[step.state].tone}>{BADGES[step.state].name}</Badge>
            <span class="muted">{step.words}</span>
            {step.action && (
              <ButtonLink tone={step === next ? "main" : undefined} href={step.action.href}>
                {step.action.name}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
