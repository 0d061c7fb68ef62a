/** Settings of the brands. */
import { z } from "zod";
import type { SharedSettings, ValuesOf } from "#platform/config";

export const partnersSettings = {
  PIXELS_FILE: z.string().min(1).optional().describe("JSON file of partners' conversion pixels; absent: none"),
};

export type PartnersSettings = SharedSettings & ValuesOf<typeof partnersSettings>;
