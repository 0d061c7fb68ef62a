/** How a claim stands, in the words of its stamp and of what comes next. */
import type { IconName } from "#ui/icon.tsx";
import type { ClaimRow, ClaimState } from "../benefits.types.ts";

type Tone = "wait" | "good" | "bad" | "info";
export const CLAIM_STAMPS: Readonly<Record<ClaimState, { tone: Tone; icon: IconName; text: string }>> = {
  reading: { tone: "info", icon: "search", text: "Reading" },
  review: { tone: "wait", icon: "hourglass", text: "Checking" },
  asked: { tone: "wait", icon: "circle-question-mark", text: "Your turn" },
  approved: { tone: "good", icon: "check", text: "Approved" },
  paid: { tone: "good", icon: "check", text: "Confirmed" },
  denied: { tone: "bad", icon: "x", text: "Declined" },
  appealed: { tone: "wait", icon: "hourglass", text: "Second look" },
  denied_final: { tone: "bad", icon: "x", text: "Declined" },
  expired: { tone: "bad", icon: "clock", text: "Time's up" },
  withdrawn: { tone: "info", icon: "undo-2", text: "Withdrawn" },
  reversed: { tone: "bad", icon: "undo-2", text: "Reversed" },
};

/** What of the rebate still counts: nothing where it was refused, taken back or let go. */
export function countedMinor({ state, rebate_minor }: Pick<ClaimRow, "state" | "rebate_minor">): string {
  const over = ["denied", "denied_final", "expired", "withdrawn", "reversed"].includes(state);
  return over ? "0" : rebate_minor;
}

export const claimHref = (claim_id: string): string => `/rebates/status?claim=${encodeURIComponent(claim_id)}`;
