/** What both pages of coins ask for and send: in the account, and in the app. */
import { data, type RouterContextProvider } from "react-router";
import type { Method } from "#payouts";
import { pageContext, servicesContext } from "#services";
import { requireMember } from "../../../site/member-guard.ts";
import { PAYOUT_REFUSALS, type PayoutRefusal } from "../messages.ts";
import { refusalText } from "./asked-amount.ts";
import type { SwapReturned, SwapShown, SwapTyped } from "./coin-swap.types.ts";

export async function readSwap(context: Readonly<RouterContextProvider>, url: URL): Promise<SwapShown> {
  const member = await requireMember(context, url);
  const page = await context.get(servicesContext).payouts.coinPage(member.user_id);
  const query = url.searchParams;
  return {
    page,
    done: page.earlier.find((entry) => entry.id === query.get("done")) ?? null,
    cash: query.get("as") === "cash",
    value: query.get("value"),
    has_password: member.has_password,
    // Every form has a key of its own, so that a doubled click asks once.
    request_key: globalThis.crypto.randomUUID(),
  };
}

const METHODS: readonly Method[] = ["gift_card", "paypal", "venmo"];

/** A card and its face value are chosen as one. */
function readChosen(swap: string): { card: string; amount: string } {
  const [, card = "", minor = "0"] = /^(.{1,80}):(\d{1,9})$/.exec(swap) ?? [];
  return { card, amount: `${BigInt(minor) / 100n}.${String(BigInt(minor) % 100n).padStart(2, "0")}` };
}

export async function answerSwap(context: Readonly<RouterContextProvider>, url: URL, form: FormData) {
  const member = await requireMember(context, url);
  const { language } = context.get(pageContext);
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 300);
  const method = METHODS.find((known) => known === text("method")) ?? "gift_card";
  const typed: SwapTyped = {
    swap: text("swap"),
    method,
    how: text("how") === "other" ? "other" : "everything",
    amount: text("amount"),
    email: text("email"),
    phone: text("phone"),
    request_key: text("request_key"),
  };
  const shown = (code: PayoutRefusal, detail?: Record<string, string>) =>
    data<SwapReturned>(
      {
        typed,
        fault: { field: PAYOUT_REFUSALS[code].field ?? null, text: refusalText(code, language, detail) },
      },
      PAYOUT_REFUSALS[code].status,
    );
  const chosen = readChosen(typed.swap);
  if (method === "gift_card" && chosen.card === "") return { returned: shown("card_missing") };
  if (member.has_password && text("password") === "") return { returned: shown("password_missing") };
  const cash = typed.how === "everything" ? "everything" : typed.amount;
  const outcome = await context.get(servicesContext).payouts.request({
    user_id: member.user_id,
    request_key: typed.request_key || globalThis.crypto.randomUUID(),
    unit: "COIN",
    method,
    amount: method === "gift_card" ? chosen.amount : cash,
    destination: { gift_card: chosen.card, paypal: typed.email, venmo: typed.phone }[method],
    password: text("password"),
    session: member,
  });
  return outcome.ok ? { done: outcome.value.id } : { returned: shown(outcome.code, outcome.detail) };
}
