/** What the module's own parts work with. */
import type { Clock } from "#platform/clock";
import type { Brand } from "../../../brands/brand.ts";
import type { Packs } from "./packs.ts";
import type { Previews } from "./preview.ts";

export type PartnerDoors = {
  partners: { all(): readonly Brand[]; readonly packs: Packs; readonly previews: Previews; version(): number };
  clock: Clock;
  publicUrl: string;
};
