/** The amounts of a withdrawal while it is filled in: what is asked for, what stays, what is wrong. */
import type { WithdrawalPage } from "#payouts";
import { formatMoney } from "#ui/money.tsx";
import type { Language } from "#ui/text.tsx";
import { PAYOUT_REFUSALS, type PayoutRefusal } from "../messages.ts";
import { isPhone, type Method, parseAmount } from "../rules.ts";

export type Asked = { how: "everything" | "other"; amount: string };

/** `minor` is what would be paid: the amount when it can be, else nothing. `fault` is null until something is typed. */
export function readAsked(
  asked: Asked,
  page: Pick<WithdrawalPage, "available_minor" | "minimum_minor">,
): { minor: bigint; fault: PayoutRefusal | null } {
  const available = BigInt(page.available_minor);
  if (asked.how === "everything") return { minor: available, fault: null };
  if (asked.amount.trim() === "") return { minor: 0n, fault: null };
  const amount = parseAmount(asked.amount);
  if (amount === null) return { minor: 0n, fault: "amount_invalid" };
  if (amount > available) return { minor: 0n, fault: "not_enough" };
  if (amount < BigInt(page.minimum_minor)) return { minor: 0n, fault: "below_minimum" };
  return { minor: amount, fault: null };
}

/** A refusal in the reader's language, its `{{places}}` filled. */
export function refusalText(
  code: PayoutRefusal,
  language: Language,
  detail: Readonly<Record<string, string>> = {},
): string {
  return PAYOUT_REFUSALS[code][language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => detail[name] ?? "");
}

export const amountDetail = (page: Pick<WithdrawalPage, "available_minor" | "minimum_minor">) => ({
  available: formatMoney(page.available_minor),
  minimum: formatMoney(page.minimum_minor),
});

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What can be said of the fields before anything is asked for: all of it, in the order of the form. */
export function faultsOf(
  { how, amount, method, email, phone, card }: Asked & Record<"email" | "phone" | "card", string> & { method: Method },
  /** Null for who has none. */
  password: string | null,
): PayoutRefusal[] {
  const faults: PayoutRefusal[] = [];
  if (how === "other" && parseAmount(amount) === null) faults.push("amount_invalid");
  if (method === "paypal" && !ADDRESS.test(email.trim())) faults.push("email_invalid");
  if (method === "venmo" && !isPhone(phone)) faults.push("phone_invalid");
  if (method === "gift_card" && card === "") faults.push("card_missing");
  if (password === "") faults.push("password_missing");
  return faults;
}
