/** Ids of parcels and of cases about them. */
import { definePublicId } from "#platform/ids";

export const parcelId = definePublicId("parcel", "pcl");
export const parcelCaseId = definePublicId("parcel_case", "pcs");
