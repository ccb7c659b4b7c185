export * from "./accounts";
export * from "./booking";
export * from "./business";
export * from "./documents";
export * from "./inventory";
export * from "./payments";
export * from "./messages";
export * from "./ledger";
