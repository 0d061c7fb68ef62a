/** A receipt that was shared without a connection waits for its member to say what it is for. */
import { needSpanish, useText } from "#ui/text.tsx";

needSpanish(() => [import("./es.json")]);

export default function SharedWaits() {
  const t = useText();
  return (
    <div className="update-ready" role="status">
      <span>{t("The receipt you shared waits.")}</span>
      <a href="/account/rebates/share?kept=yes">{t("Say what it's for")}</a>
    </div>
  );
}
