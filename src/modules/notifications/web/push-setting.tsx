import { useEffect, useState } from "react";
import { useViewer } from "#client/viewer.ts";
import { Button } from "#ui/button.tsx";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import {
  type AlertState,
  alertState,
  type OfferedAlerts,
  turnOffAlerts,
  turnOnAlerts,
} from "../../../site/app/device-alerts.ts";

/** Alerts on this device. Asked for by a press here, never by the page itself. `devices`: how many of the member's are told. */
export function PushSetting({ push }: { push: OfferedAlerts & { devices: number } }) {
  const t = useText();
  const user = useViewer((viewer) => viewer.user);
  const { busy, failure, run } = useCall();
  const [state, setState] = useState<AlertState | null>(null);
  const [count, setCount] = useState(push.devices);
  const { key, phones, iphones } = push;
  useEffect(() => {
    alertState({ key, phones, iphones }).then(setState, () => setState("unsupported"));
  }, [key, phones, iphones]);
  if ((key === null && !phones && !iphones) || state === "none") return null;
  const act = (go: () => Promise<AlertState>) =>
    run(async () => {
      const now = await go();
      if (now === "on" && state !== "on") setCount((kept) => kept + 1);
      if (now === "off" && state === "on") setCount((kept) => Math.max(0, kept - 1));
      setState(now);
    });
  return (
    <Setting
      id="alerts"
      title={t("Alerts on this device")}
      lead={t("A short message on your screen, also when this site is closed.")}
    >
      <div role="status">
        {state === null && <Skeleton width="60%" />}
        {state === "unsupported" && <p>{t("This browser can't show alerts.")}</p>}
        {state === "install" && (
          <p>
            {t("On an iPhone or iPad they come once this site is on your home screen.")}{" "}
            <a href="/mobile-app#home-screen">{t("How to put it there")}</a>
          </p>
        )}
        {state === "blocked" && (
          <p>{t("Your browser blocks alerts from us. Allow notifications in its settings for this site.")}</p>
        )}
        {state === "phone_blocked" && (
          <p>{t("Your phone blocks alerts from us. Allow notifications for this app in its settings.")}</p>
        )}
        {state === "on" && <p>{count > 1 ? t("On here, and on other devices you use.") : t("On here.")}</p>}
        {state === "off" && count > 0 && <p>{t("Off here, on for other devices you use.")}</p>}
      </div>
      <FormFailure failure={failure} fields={[]} />
      {state === "off" && user && (
        <Button
          className="mt-3"
          look="primary"
          busy={busy}
          busyText={t("Turning them on")}
          onClick={() => act(() => turnOnAlerts(push, user.login_token))}
        >
          {t("Turn on alerts here")}
        </Button>
      )}
      {state === "on" && (
        <Button className="mt-3" busy={busy} busyText={t("Turning them off")} onClick={() => act(turnOffAlerts)}>
          {t("Turn off alerts here")}
        </Button>
      )}
    </Setting>
  );
}
