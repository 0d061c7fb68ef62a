/** Why somebody took the extension away, as the page offers it. Screens may import this file. */
export const UNINSTALL_REASONS = [
  "no_codes",
  "in_the_way",
  "not_tracked",
  "privacy",
  "slow",
  "other_tool",
  "by_mistake",
  "other",
] as const;
export type UninstallReason = (typeof UNINSTALL_REASONS)[number];
