import { pageCheck } from "../define";

export const imageMissingDimensions = pageCheck({
  id: "image_missing_dimensions",
  severity: "notice",
  weight: 1,
  category: "Images",
  title: "Images have no dimensions",
  rule: "An img without width and height, and without a size or aspect-ratio in its style.",
  why: "The page's layout shifts while it loads, which lowers its ranking.",
  fix: "Add width and height.",
  on: "html",
  test: ({ facts }) => {
    const { missingDimensions: count, missingDimensionsSamples: samples } = facts!.images;
    return count > 0
      ? { found: `${count} such images`, expected: "width and height on every image", count, samples }
      : null;
  },
});
