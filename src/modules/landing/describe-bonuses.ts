/** How the bonus of the wheel and the prize of the monthly draw read in the passbook. */
import { describeCredits } from "#ledger";

export const landingDescribers = [
  describeCredits(["bonus.spin"], () => ({
    title: { en: "Welcome credit", es: "Crédito de bienvenida" },
    icon: "gift",
  })),
  describeCredits(["prize.draw"], () => ({
    title: { en: "Prize of the monthly draw", es: "Premio del sorteo mensual" },
    icon: "gift",
  })),
];
