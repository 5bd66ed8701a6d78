export * from "./analysis";
export * from "./archive";
export * from "./closing";
export * from "./pages";
export * from "./runs";
export * from "./schedule";
export * from "./start";
