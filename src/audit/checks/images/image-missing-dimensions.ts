import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const imageMissingDimensions = pageCheck({
  id: "image_missing_dimensions",
  severity: "notice",
  category: "Images",
  title: "Images have no dimensions",
  rule: "An img without width and height, and without a size or aspect-ratio in its style. noscript is left out.",
  why: "The page's layout shifts while it loads, which lowers its ranking.",
  fix: "Add width and height.",
  on: "html",
  test: ({ facts }) => {
    const { missingDimensions: count, missingDimensionsSamples: samples } = facts.images;
    return listed({ count, samples }, "images without dimensions", "width and height on every image");
  },
});
