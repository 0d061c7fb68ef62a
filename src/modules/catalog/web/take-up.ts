/** Does what somebody pressed before they left this site to sign in with another account. Loaded for them alone. */
import { keepFavourite } from "#client/favourites.ts";
import { showToast } from "#client/toasts.ts";
import type { Waiting } from "#client/viewer.ts";
import { CallError } from "#ui/call-error.ts";
import { loadTexts, needSpanish, translator } from "#ui/text.tsx";
import { sendWish } from "./send-wish.ts";

needSpanish(() => [import("./es.json")]);

export async function takeUp({ merchant_name, keeps }: Waiting): Promise<void> {
  const texts = loadTexts();
  const refused: unknown = await (keeps ? keepFavourite(keeps) : sendWish(merchant_name)).then(
    () => null,
    (error) => error,
  );
  await texts;
  const t = translator(document.documentElement.lang === "es" ? "es" : "en");
  if (refused)
    showToast(
      "bad",
      (refused instanceof CallError && refused.message) || t("That didn't go through. Please try again."),
    );
  else if (!keeps) showToast("good", t("Noted. We first ask the stores that most members wish for."));
}
