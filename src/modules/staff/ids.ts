/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const operatorId = definePublicId("operator", "opr");
export const decisionId = definePublicId("decision", "dec");
export const consoleSessionId = definePublicId("consolesession", "cse");
