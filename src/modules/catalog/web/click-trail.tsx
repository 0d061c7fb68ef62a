import { CentTrail } from "#ui/cent-trail.tsx";
import { useText } from "#ui/text.tsx";

/** What becomes of a click: when its cash back shows, and when it is confirmed. `locking_days`: null where the store does not say. */
export function ClickTrail({ locking_days }: { locking_days: number | null }) {
  const t = useText();
  return (
    <CentTrail
      upright
      className="slip-trail"
      stops={[
        { state: "now", step: t("Click"), note: t("Now") },
        { state: "todo", icon: "eye", step: t("Pending"), note: t("Usually within 48 hours of buying") },
        {
          state: "todo",
          icon: "check",
          step: t("Confirmed"),
          note:
            locking_days === null
              ? t("When the store's return window closes")
              : t("About {{days}} days later", { days: locking_days }),
        },
      ]}
    />
  );
}
