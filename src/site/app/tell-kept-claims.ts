/** Sends the claims that waited for the connection, and says what became of them. */
import { sendKeptClaims } from "#client/send-claims.ts";
import { showToast } from "#client/toasts.ts";
import { loadTexts, needSpanish, translator } from "#ui/text.tsx";

needSpanish(() => [import("./es.json")]);

export async function tellKeptClaims(user_id: string): Promise<void> {
  const { sent, refused } = await sendKeptClaims(user_id).catch(() => ({ sent: 0, refused: 0 }));
  if (sent === 0 && refused === 0) return;
  await loadTexts();
  const t = translator(document.documentElement.lang === "es" ? "es" : "en");
  if (sent > 0) showToast("good", t("Your claim that waited was sent."));
  if (refused > 0) showToast("bad", t("A claim that waited could not be sent. Look at it under Rebates."));
}
