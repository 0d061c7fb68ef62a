/** What operators watch of files: people who were turned away had a receipt in their hand. */
import { defineCounter, defineGauge } from "#platform/metrics";

export const FILES_FILLED = defineGauge({
  name: "tuppence_help_files_filled",
  help: "How full the space for files is, 0 to 1: those that wait for their message, and all (HELP_FILES_WAITING_MB, HELP_FILES_MB)",
  labels: ["kind"],
  alarm: "is above 0.8",
});
export const FILES_REFUSED = defineCounter({
  name: "tuppence_help_files_refused_total",
  help: "Files that found no space",
  alarm: "grows",
});
