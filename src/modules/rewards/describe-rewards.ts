/** How credits of promotions, first-order rewards and invitations read in the passbook. */
import { describeCredits, transferId } from "#ledger";
import type { Describer, MovedLine } from "#platform/describer";
import { noteOf } from "./hand-rules.ts";
import { REFERRAL_TRANSITIONS } from "./rules.ts";

/** What a person gave or took: an entry each, with the reason that was chosen. */
const byHand: Describer = {
  kinds: ["goodwill.given"],
  coins: ({ reason }) => ({
    title: { en: "Coins from us", es: "Monedas de nuestra parte" },
    note: noteOf(reason ?? "") ?? { en: "From us.", es: "De nuestra parte." },
    icon: "gift",
  }),
  entries(lines) {
    const found = new Map<string, { first: MovedLine; amount: bigint }>();
    for (const line of lines) {
      const known = found.get(line.transfer_id);
      found.set(line.transfer_id, { first: known?.first ?? line, amount: (known?.amount ?? 0n) + line.amount });
    }
    return [...found.values()].map(({ first, amount }) => {
      const title =
        amount < 0n
          ? { en: "Taken back by us", es: "Retirado por nosotros" }
          : { en: "Credit from us", es: "Crédito nuestro" };
      return {
        type: "bonus",
        id: String(first.data.bonus ?? first.transfer_id).replaceAll(":", "-"),
        at: first.at.toISOString(),
        title,
        note: noteOf(first.reason ?? "") ?? { en: "From us.", es: "De nuestra parte." },
        icon: "gift",
        object: { kind: "transfer", id: transferId.show(first.transfer_id) },
        file: { name: title.en, reference: "" },
        amount_minor: amount.toString(),
        state: "confirmed",
        expected_at: null,
        decided_at: first.at.toISOString(),
      };
    });
  },
};

export const rewardDescribers = [
  byHand,
  describeCredits(["bonus.credit"], () => ({
    title: { en: "Welcome credit", es: "Crédito de bienvenida" },
    icon: "gift",
  })),
  describeCredits(["reward.first_order"], () => ({
    title: { en: "First-order reward", es: "Premio por tu primer pedido" },
    icon: "gift",
  })),
  describeCredits(
    Object.keys(REFERRAL_TRANSITIONS).map((state) => `bonus.referral_${state}`),
    (data) => {
      const other = String(data.other ?? "");
      return {
        title:
          data.title === "invited"
            ? { en: `You invited ${other}`, es: `Invitaste a ${other}` }
            : { en: `Invited by ${other}`, es: `Por invitación de ${other}` },
        icon: "users",
        file: `Invitation (${other})`,
      };
    },
  ),
];
