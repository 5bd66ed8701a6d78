/** What the pages were when the set was frozen. */
export const THIRD_HASHES: Record<string, string> = {
  racket: "c4a0c86c7c28359f",
  alloc: "7f6fdfd893e45bec",
  grass: "71a181cc84ffc727",
  batteries: "3d69cbd050c9a2b9",
  gap: "c2c44ad8fcd65640",
  vim: "77861c624da72248",
  awesome: "3866f054406e3d3d",
  putty: "f792c988ac2c7ba8",
  ruby: "489f8e770ad249b4",
  shop: "362984b6a8a5356c",
  society: "40397547ba49f77b",
  school: "cb7c05d93d1be47b",
  docs: "15644ca9a26043f9",
  magazine: "c15a2dc9ba82a910",
  help: "872c860ad0bde958",
  clinic: "ba2a6f762719f2a3",
};
