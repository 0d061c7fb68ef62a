/** Does what somebody pressed before they left this site to sign in with another account. Loaded for them alone. */
import { call } from "#client/call.ts";
import { refreshSummary } from "#client/summary.ts";
import { showToast } from "#client/toasts.ts";
import type { Waiting } from "#client/viewer.ts";
import { CallError } from "#ui/call-error.ts";
import { loadTexts, needSpanish, translator } from "#ui/text.tsx";

needSpanish(() => [import("../es.json")]);

/** What is not wished for or kept waits for nothing here: its page is the one that they came back to. */
export async function takeUp(left: string): Promise<void> {
  const { merchant_name, keeps, wishes } = JSON.parse(left) as Waiting;
  if (!keeps && !wishes) return;
  const texts = loadTexts();
  // Neither is more than once by being done again: a heart that was full already stays so.
  const sent = keeps
    ? call(`/api/user/favourites/${encodeURIComponent(keeps)}`, { method: "PUT" }).then(refreshSummary)
    : call("/api/user/store-wishes", { json: { name: merchant_name } });
  const refused: unknown = await sent.then(
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
