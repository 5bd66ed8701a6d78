export * from "./analysis";
export * from "./closing";
export * from "./pages";
export * from "./runs";
export * from "./start";
