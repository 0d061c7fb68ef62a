import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

const NOTES: Record<"good" | "wait" | "info" | "bad" | "plain", { name: string; icon: IconName }> = {
  good: { name: "note note-good", icon: "circle-check" },
  wait: { name: "note note-wait", icon: "hourglass" },
  info: { name: "note note-info", icon: "info" },
  bad: { name: "note note-bad", icon: "circle-alert" },
  plain: { name: "note", icon: "info" },
};

/** Icon and words on a tint. A bad note that appears after an action is announced at once: give it `live`. */
export function Note({
  kind = "plain",
  icon,
  live = false,
  children,
}: {
  kind?: keyof typeof NOTES;
  icon?: IconName;
  live?: boolean;
  children: ReactNode;
}) {
  const { name, icon: usual } = NOTES[kind];
  return (
    <div className={name} role={live ? (kind === "bad" ? "alert" : "status") : undefined}>
      <Icon name={icon ?? usual} />
      <span>{children}</span>
    </div>
  );
}
