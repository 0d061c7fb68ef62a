/** What operators do with codes that are worth coins: give one to a member, make some for a partner. */
import { civilDate } from "#platform/clock";
import { userId } from "#platform/ids";
import type { ActRefusal, OperatorAct, OperatorFile, OperatorView, Told } from "#platform/operator";
import { done, type Outcome, refused } from "#platform/outcome";
import { CODE_DAYS, CODE_LIMITS, CODE_REASONS, isCodeReason } from "./gift-code-rules.ts";
import type { CodeGiftRefusal } from "./gift-codes.ts";
import type { Payouts } from "./payouts.server.ts";

const coins = (count: bigint): string => `${count.toLocaleString("en-US")} coins`;
const WHY: Record<Exclude<CodeGiftRefusal, "unknown_member">, string> = {
  too_much: `At most ${coins(CODE_LIMITS.press)} at once, and ${coins(CODE_LIMITS.operator_day)} a day.`,
  second_person: `Above ${coins(CODE_LIMITS.alone)} a second person says yes.`,
  given_today: "You gave them this today: the letter with the code is on its way.",
  no_address: "They have no address that the code could be sent to.",
};

/** "5,000" or "5000"; null for what is no whole number of coins. */
const readCoins = (text: string | undefined): bigint | null => {
  const plain = (text ?? "").trim().replaceAll(",", "");
  return /^[1-9]\d{0,6}$/.test(plain) ? BigInt(plain) : null;
};
function readDays(text: string | undefined): number | null {
  if (!text?.trim()) return CODE_DAYS.usual;
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return days >= CODE_DAYS.least && days <= CODE_DAYS.most ? days : null;
}

const give = ({ giftCodes }: Payouts): OperatorAct => ({
  name: "gift code",
  what: "They get a code by mail that is worth coins, once and on their account alone. Nobody here sees it.",
  permission: "money.propose",
  reasons: Object.entries(CODE_REASONS).map(([code, { what }]) => ({ code, what })),
  secondPerson: {
    permission: "money.approve",
    needed: async (_id, { values }) => (readCoins(values.coins) ?? 0n) > CODE_LIMITS.alone,
  },
  freshSignIn: true,
  reason: true,
  asks: [
    { name: "coins", what: "how many, such as 5000" },
    { name: "days", what: `how long it works, ${CODE_DAYS.usual} without a word`, optional: true },
  ],
  async run(id, { by, reason, values, approvedBy, decidedAt }: Told): Promise<Outcome<string, ActRefusal>> {
    const user_id = userId.read(id);
    if (!user_id) return refused("unknown");
    const count = readCoins(values.coins);
    if (count === null) return refused("not_possible", { why: "How many coins, as a whole number such as 5000." });
    const days = readDays(values.days);
    if (days === null) return refused("not_possible", { why: `Days from ${CODE_DAYS.least} to ${CODE_DAYS.most}.` });
    if (!isCodeReason(reason)) return refused("not_possible", { why: "The reason is one of the list." });
    const who = { by, approved_by: approvedBy ?? null, decided_at: decidedAt };
    const outcome = await giftCodes.give({ user_id, coins: count, days, reason, ...who });
    if (outcome.ok)
      return done(`A code for ${coins(count)} is in the mail; it works until ${civilDate(outcome.value.expires_at)}.`);
    return outcome.code === "unknown_member" ? refused("unknown") : refused("not_possible", { why: WHY[outcome.code] });
  },
});

const OF = /^([a-z0-9-]+) +(\d{1,7}) +(\d{1,4}) +(\d{4}-\d{2}-\d{2})$/;

const batch = ({ giftCodes }: Payouts): OperatorFile => ({
  name: "gift codes",
  what: "New codes for a partner's members, each worth so many coins, once. They are in this file and nowhere else",
  // Nobody is asked besides whoever takes it, so it is for those who would be asked.
  permission: "money.approve",
  of: "a partner, the coins of each, how many, and the last day: shipright 500 20 2027-03-31",
  freshSignIn: true,
  reason: true,
  async read(of, { by }) {
    const [, partner = "", each = "", many = "", day = ""] = OF.exec(of.trim()) ?? [];
    const coinsEach = readCoins(each);
    const expires_at = new Date(`${day}T23:59:59Z`);
    if (!giftCodes.partners().includes(partner) || coinsEach === null || Number(many) === 0) return null;
    if (Number.isNaN(expires_at.getTime())) return null;
    const made = await giftCodes.forPartner({ partner, coins: coinsEach, count: Number(many), expires_at, by });
    if (!made.ok) return null;
    return { name: `gift-codes-${partner}.csv`, type: "text/csv", text: ["code", ...made.value, ""].join("\r\n") };
  },
});

export const giftCodeView = (payouts: Payouts): OperatorView => ({
  adds: [{ kind: "member", permission: "money.see", acts: [give(payouts)] }],
  files: [batch(payouts)],
  members: [
    {
      name: "gift codes",
      what: "Codes that they were given or used",
      permission: "money.see",
      list: async (user, most) =>
        (await payouts.giftCodes.of(user, most)).map((row) => ({
          kind: "gift code",
          id: row.code_hash.toString("hex").slice(0, 12),
          at: row.made_at,
          line: `${coins(row.coins)}, ${row.reason}, by ${row.made_by}: ${row.redeemed_at ? `used on ${civilDate(row.redeemed_at)}` : `works until ${civilDate(row.expires_at)}`}`,
        })),
    },
  ],
});
