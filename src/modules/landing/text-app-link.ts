/** Texts the link of the app to a number that somebody typed: once for each press, a few a day, and never anything else. */
import type { Brand } from "#partners";
import { sha256 } from "#platform/ids";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { readTextable } from "#platform/phone";
import type { LandingContext } from "./context.ts";
import { LIMITS } from "./limits.ts";
import type { LandingRefusal } from "./messages.ts";

const BODIES = {
  en: (name: string, link: string) =>
    `${name}: the app is here: ${link} You asked for this link on our site. No more texts follow. STOP makes sure.`,
  es: (name: string, link: string) =>
    `${name}: aqui esta la app: ${link} Pediste este enlace en nuestro sitio. No enviamos mas mensajes. STOP lo asegura.`,
} as const;

export async function textAppLink(
  context: LandingContext,
  brand: Brand,
  language: "en" | "es",
  form: { phone: string; address: string },
): Promise<Outcome<null, LandingRefusal>> {
  if (!context.notifications.texts) return refused("texts_unavailable");
  const phone = readTextable(form.phone, brand.offer.countries);
  if (!phone) return refused("app_phone_invalid");
  const wait = await context.limits.takeAll([
    [LIMITS.text_network, networkOf(form.address)],
    [LIMITS.text_number, phone],
  ]);
  if (wait) return refused("too_many_requests", wait);
  await context.database.transaction((tx) =>
    context.notifications.queueText(tx, {
      // A doubled press is one text.
      cause: `app-link:${sha256(phone).toString("hex").slice(0, 20)}:${Math.floor(context.clock.now().getTime() / 60_000)}`,
      to: phone,
      body: BODIES[language](brand.name, `${context.settings.PUBLIC_URL}/get-app`),
    }),
  );
  return done(null);
}
