import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { useText } from "./text.tsx";

/** A state of money. The document holds the word in sentence case; the style sheet sets it in capitals. */
export type StampState = "tracked" | "pending" | "confirmed" | "paid" | "declined" | "reversed" | "checking";

const STAMPS: Record<StampState, { tone: string; icon: IconName; text: string }> = {
  tracked: { tone: "info", icon: "eye", text: "Tracked" },
  pending: { tone: "wait", icon: "hourglass", text: "Pending" },
  confirmed: { tone: "good", icon: "check", text: "Confirmed" },
  paid: { tone: "paid", icon: "check-check", text: "Paid" },
  declined: { tone: "bad", icon: "x", text: "Declined" },
  reversed: { tone: "bad", icon: "undo-2", text: "Reversed" },
  checking: { tone: "info", icon: "search", text: "Checking" },
};

export function Stamp({ state }: { state: StampState }) {
  const t = useText();
  const { tone, icon, text } = STAMPS[state];
  return (
    <span className={`stamp stamp-${tone}`}>
      <Icon name={icon} />
      {t(text)}
    </span>
  );
}

/** Any other word in a stamp ("Applied", "Not found"). `big` tilts it, on slips only. */
export function WordStamp({
  tone,
  icon,
  big = false,
  children,
}: {
  tone: "wait" | "good" | "bad" | "info";
  icon?: IconName;
  big?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={`stamp stamp-${tone}${big ? " stamp-big" : ""}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

/** A fact about a thing. Copper is Plus, marigold is a raised rate. */
export function Tag({
  tone,
  icon,
  children,
}: {
  tone?: "good" | "accent" | "copper" | "info" | "bad";
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <span className={tone ? `tag tag-${tone}` : "tag"}>
      {icon && <Icon name={icon} size="sm" />}
      {children}
    </span>
  );
}
