/** The published order of the modules, low to high. Imports only point to names earlier in this list; upward talk is an event. */
export const MODULES = [
  "ledger",
  "payables",
  "notifications",
  "translation",
  "partners",
  "attribution",
  "identity",
  "catalog",
  "membership",
  "cashback",
  "coins",
  "benefits",
  "protection",
  "payouts",
  "landing",
  "rewards",
  "treasury",
] as const;

export type ModuleName = (typeof MODULES)[number];
