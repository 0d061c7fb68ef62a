/** How credits of promotions, first-order rewards and invitations read in the passbook. */
import { describeCredits } from "#ledger";
import { REFERRAL_TRANSITIONS } from "./rules.ts";

export const rewardDescribers = [
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
