import { useEffect, useState } from "react";
import { call } from "#client/call.ts";
import { useViewer } from "#client/viewer.ts";
import { Button } from "#ui/button.tsx";
import { FormFailure } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import { alertState, type OfferedAlerts, turnOnAlerts } from "./device-alerts.ts";

/** Whoever said no is not asked again for so long. */
const ASK_AGAIN_MS = 90 * 86_400_000;
const ASKED = "push_asked";
const now = (): number => performance.timeOrigin + performance.now();

/** Asks for alerts beside something that is worth one, such as a claim that waits for its answer. The browser's own question comes after a press. */
export function PushPrompt() {
  const t = useText();
  const user = useViewer((viewer) => viewer.user);
  const { busy, failure, run } = useCall();
  const [shown, setShown] = useState<"no" | "asks" | "on">("no");
  useEffect(() => {
    if (now() - Number(localStorage.getItem(ASKED) ?? 0) < ASK_AGAIN_MS) return;
    // What the server offers is asked for when somebody wants it.
    alertState({ key: "unknown", phones: true, iphones: true }).then(
      (state) => state === "off" && setShown("asks"),
      () => undefined,
    );
  }, []);
  if (!user || shown === "no") return null;
  if (shown === "on")
    return (
      <p className="small muted" role="status">
        {t("Alerts are on for this device.")}
      </p>
    );
  const leave = () => {
    localStorage.setItem(ASKED, String(Math.round(now())));
    setShown("no");
  };
  return (
    <section className="card p-5" aria-labelledby="push-prompt">
      <h2 className="text-xl" id="push-prompt">
        {t("Want to hear the answer right away?")}
      </h2>
      <p className="small muted mt-1">{t("An alert on this device when something moves, and nothing at night.")}</p>
      <FormFailure failure={failure} fields={[]} />
      <p className="row mt-4 flex-wrap">
        <Button
          look="primary"
          busy={busy}
          busyText={t("Turning them on")}
          onClick={() =>
            run(async () => {
              const offered = await call<OfferedAlerts>("/api/account/push");
              if ((await turnOnAlerts(offered, user.login_token)) === "on") setShown("on");
              else leave();
            })
          }
        >
          {t("Turn on alerts")}
        </Button>
        <Button look="quiet" onClick={leave}>
          {t("Not now")}
        </Button>
      </p>
    </section>
  );
}
