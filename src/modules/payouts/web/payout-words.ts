/** How states of a withdrawal are said. */
import type { WithdrawalState } from "#payouts";
import type { IconName } from "#ui/icon.tsx";

/** Paid has the kit's own stamp; every other state has its word. */
export const STATES: Readonly<
  Record<Exclude<WithdrawalState, "fulfilled">, { tone: "wait" | "bad" | "info"; icon: IconName; text: string }>
> = {
  requested: { tone: "info", icon: "send", text: "On its way" },
  submitted: { tone: "info", icon: "send", text: "On its way" },
  unclaimed: { tone: "wait", icon: "hourglass", text: "Not claimed yet" },
  failed: { tone: "bad", icon: "x", text: "Not paid" },
  returned: { tone: "bad", icon: "undo-2", text: "Came back" },
};

/** The amount left the passbook for good only when it was paid; these two put it back. */
export const cameBack = (state: WithdrawalState): boolean => state === "failed" || state === "returned";

/** "Amazon" of "Amazon gift card", as the list of cards names it. */
export const cardName = (label: string): string => label.replace(/ gift card$/i, "");
