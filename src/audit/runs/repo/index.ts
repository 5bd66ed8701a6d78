export * from "./analysis-parts";
export * from "./archive";
export * from "./closing";
export * from "./history";
export * from "./legacy-pages";
export * from "./runs";
export * from "./schedule";
export * from "./start";
