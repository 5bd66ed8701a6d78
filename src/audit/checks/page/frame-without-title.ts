import { faultFinding } from "../shared/fault-finding";
import { pageCheck } from "../define";

export const frameWithoutTitle = pageCheck({
  id: "frame_without_title",
  severity: "notice",
  weight: 1,
  category: "Accessibility",
  title: "Embedded pages have no title",
  rule: "An iframe without title or aria-label. Hidden frames and pixels aside.",
  why: "Screen readers can't say what the frame shows (WCAG 4.1.2).",
  fix: "Give each iframe a title.",
  on: "html",
  test: ({ facts }) => faultFinding(facts!.accessibility.frames, "frames without a title", "a title for each frame"),
});
