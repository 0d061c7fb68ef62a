/**
 * What is due when somebody signs in with something in their pocket: a promotion's credit (SPEC §4 "Credit grant") or the
 * code of a friend. Loaded only when one of these cookies is there.
 */

import { call } from "#client/call.ts";
import { readCookie, writeCookie } from "#client/cookies.ts";
import { refreshUser } from "#client/session.ts";
import { refreshSummary } from "#client/summary.ts";
import { showToast } from "#client/toasts.ts";
import { CallError } from "#ui/call-error.ts";
import { formatMoney } from "#ui/money.tsx";
import { loadTexts, needSpanish, translator } from "#ui/text.tsx";

needSpanish(() => [import("./es.json")]);

/** SPEC §4: a second token refresh runs 2 s after the claim. */
const SECOND_REFRESH_MS = 2_000;
let busy = false;

export async function arrive() {
  if (busy) return;
  busy = true;
  try {
    await claimCredit();
    await joinReferral();
  } finally {
    busy = false;
  }
}

async function words() {
  await loadTexts();
  return translator(document.documentElement.lang === "es" ? "es" : "en");
}

async function claimCredit() {
  const flow = readCookie("register_promo");
  if (flow === null) return;
  if (flow !== "flow1" && flow !== "flow5") {
    writeCookie("register_promo", "", 0);
    return;
  }
  try {
    const credit = await call<{ amount_minor: string; min_order_minor: string; state: string; again: boolean }>(
      `/api/give-credit${flow === "flow5" ? "?ucb=flow5" : ""}`,
      { json: {} },
    );
    writeCookie("register_promo", "", 0);
    if (!credit.again) {
      const t = await words();
      showToast(
        "good",
        t(
          "{{amount}} welcome credit waits in your passbook for your first order of {{least}} or more, or a paid month.",
          {
            amount: formatMoney(credit.amount_minor),
            least: formatMoney(credit.min_order_minor),
          },
        ),
      );
    }
    await refreshUser();
    void refreshSummary();
    setTimeout(() => void refreshUser(), SECOND_REFRESH_MS);
  } catch (error) {
    // A refusal is final; what did not reach the server is asked for again on the next page.
    if (!(error instanceof CallError) || error.status >= 500 || error.code === "unreachable") return;
    writeCookie("register_promo", "", 0);
    showToast("bad", error.message);
  }
}

async function joinReferral() {
  if (readCookie("referral_code") === null) return;
  try {
    const joined = await call<{ state: string; message: string | null }>("/api/referral/join", { json: {} });
    writeCookie("referral_code", "", 0);
    if (joined.message) showToast("bad", joined.message);
  } catch (error) {
    if (!(error instanceof CallError) || error.status >= 500 || error.code === "unreachable") return;
    writeCookie("referral_code", "", 0);
    // Somebody who tried out their own link needs no lecture.
    if (error.code !== "own_code") showToast("bad", error.message);
  }
}
