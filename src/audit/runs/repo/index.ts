export * from "./archive";
export * from "./closing";
export * from "./legacy-pages";
export * from "./runs";
export * from "./schedule";
export * from "./start";
