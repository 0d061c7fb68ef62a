/** Sends the claims that waited for the connection, and says what became of them. True when a shared receipt waits for what it is for. */
import { sendKeptClaims } from "#client/send-claims.ts";
import { showToast } from "#client/toasts.ts";
import { loadTexts, needSpanish, translator } from "#ui/text.tsx";

const SHARE = "/account/rebates/share";

needSpanish(() => [import("./es.json")]);

export async function tellKeptClaims(user_id: string): Promise<boolean> {
  const none = { sent: 0, refused: 0, shared: 0 };
  const { sent, refused, shared } = await sendKeptClaims(user_id).catch(() => none);
  // The page of shared receipts takes them up by itself.
  const waits = shared > 0 && window.location.pathname !== SHARE;
  if (sent === 0 && refused === 0) return waits;
  await loadTexts();
  const t = translator(document.documentElement.lang === "es" ? "es" : "en");
  if (sent > 0) showToast("good", t("Your claim that waited was sent."));
  if (refused > 0) showToast("bad", t("A claim that waited could not be sent. Look at it under Rebates."));
  return waits;
}
