export * from "./analysis-parts";
export * from "./archive";
export * from "./closing";
export * from "./history";
export * from "./runs";
export * from "./schedule";
export * from "./start";
