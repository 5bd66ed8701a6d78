export * from "./accounts";
export * from "./audit";
export * from "./analytics";
export * from "./mentions";
export * from "./service";
