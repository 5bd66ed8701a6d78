export * from "./accounts";
export * from "./connections";
export * from "./sign-in";
export * from "./audit";
export * from "./mentions";
export * from "./service";
export * from "./automation";
export * from "./hostnames";
