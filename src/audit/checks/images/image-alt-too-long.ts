import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const imageAltTooLong = pageCheck({
  id: "image_alt_too_long",
  severity: "notice",
  category: "Images",
  title: "Text alternatives are too long",
  rule: "An alt of more than 100 characters.",
  why: "An alt text names what the image shows; longer text belongs next to the image.",
  fix: "Shorten it.",
  on: "html",
  test: ({ facts }) => {
    const { longAlt: count, longAltSamples: samples } = facts.images;
    return listed({ count, samples }, "images with a long alt", "at most 100 characters in alt");
  },
});
