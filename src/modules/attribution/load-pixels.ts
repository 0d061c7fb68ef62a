/**
 * Which pixels may run now, filled for this member. None without a session, without permission for marketing, or under
 * Global Privacy Control; conversion pixels once for each transaction, whoever asks again.
 */
import type { Brand, BrandPixels, PixelTemplate } from "#partners";
import { userId } from "#platform/ids";
import type { AttributionContext, HeaderOf } from "./context.ts";
import { PIXEL_CACHE_MINUTES } from "./messages.ts";
import { faultOf, fillPixel, valuesOf } from "./pixels.ts";
import { permittedFor, privacyOf } from "./privacy.ts";
import { claimFire, type PixelKind } from "./store.ts";

export type PixelMember = { user_id: string; email: string | null; partner: string; created_at: Date };
export type Purchase = { transaction_id: string; product: string | null; context: string | null };
export type LoadedPixels = {
  /** Why nothing is sent, where nothing is. */
  withheld: "not_signed_in" | "no_consent" | "gpc" | null;
  frame: string;
  registration: string[];
  conversion: string[];
  globaldelayed: string[];
};

/** Every template of a partner can be filled safely; one that cannot stops the start. */
export function checkPixels(
  { partner_name }: Pick<Brand, "partner_name">,
  { registration, conversion, globaldelayed }: BrandPixels,
): void {
  for (const template of [...registration, ...conversion, ...globaldelayed]) {
    const fault = faultOf(template.html);
    if (fault) throw new Error(`pixels of ${partner_name}, ${template.name}: ${fault}`);
  }
}

export async function loadPixels(
  context: AttributionContext,
  input: {
    header: HeaderOf;
    member: PixelMember | null;
    purchase: Purchase | null;
    kinds: readonly (PixelKind | "registration")[];
  },
): Promise<LoadedPixels> {
  const { header, member, purchase, kinds } = input;
  const empty: LoadedPixels = { withheld: null, frame: "", registration: [], conversion: [], globaldelayed: [] };
  if (!member) return { ...empty, withheld: "not_signed_in" };
  if (privacyOf(context, header).gpc) return { ...empty, withheld: "gpc" };
  if (!(await permittedFor(context, header, member.user_id)).marketing) return { ...empty, withheld: "no_consent" };
  const pixels = context.partners.pixels(member.partner);
  const loaded = { ...empty, frame: `/landers/pixel-frame?partner=${encodeURIComponent(member.partner)}` };
  if (kinds.includes("registration")) loaded.registration = registrationOf(context, pixels, member);
  for (const kind of ["conversion", "globaldelayed"] as const) {
    if (!purchase || !kinds.includes(kind)) continue;
    const fitting = pixels[kind].filter((template) => fits(template, purchase));
    if (fitting.length === 0) continue;
    const { transaction_id } = purchase;
    const fire = { user_id: member.user_id, kind, transaction_id, partner: member.partner, at: context.clock.now() };
    if (!(await claimFire(context.database.db, fire))) continue;
    loaded[kind] = fitting.map((template) => fill(template, transaction_id, member.email));
  }
  return loaded;
}

const fill = (template: PixelTemplate, transaction_id: string, email: string | null): string =>
  fillPixel(template.html, valuesOf(template, { transaction_id, email }));

const fits = ({ products, contexts }: PixelTemplate, { product, context }: Purchase): boolean =>
  (!products || (product !== null && products.includes(product))) &&
  (!contexts || (context !== null && contexts.includes(context)));

/** Of a registration one hears within the 7 days that its pixels may be kept (SPEC §9), under the account's own id. */
function registrationOf(context: AttributionContext, pixels: BrandPixels, member: PixelMember): string[] {
  const age = context.clock.now().getTime() - member.created_at.getTime();
  if (age >= PIXEL_CACHE_MINUTES * 60_000) return [];
  return pixels.registration.map((template) => fill(template, userId.show(member.user_id), member.email));
}
