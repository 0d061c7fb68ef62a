/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const alarmId = definePublicId("alarm", "alm");
export const incidentId = definePublicId("incident", "inc");
export const errorGroupId = definePublicId("error_group", "erg");
