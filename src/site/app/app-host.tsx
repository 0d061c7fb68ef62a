/**
 * What makes the site an app, beside every page: its worker, registered late; the unread count on its icon; a newer version told of; and
 * claims that waited for the connection.
 */
import { useEffect } from "react";
import { showToast } from "#client/toasts.ts";
import { useViewer } from "#client/viewer.ts";
import { startWorker, takeUpdate } from "#client/worker.ts";
import { Button } from "#ui/button.tsx";
import { needSpanish, useText } from "#ui/text.tsx";

needSpanish(() => [import("./es.json")]);

export function AppHost() {
  const t = useText();
  const { user, unread, update_ready } = useViewer();
  const user_id = user?.user_id;
  useEffect(startWorker, []);
  useEffect(() => {
    // What the icon cannot show stands in the header all the same.
    if ("setAppBadge" in navigator) void navigator.setAppBadge(unread).catch(() => null);
  }, [unread]);
  useEffect(() => {
    if (!user_id) return;
    const send = async () => {
      if (localStorage.getItem("kept_claims") === null) return;
      const { sendKeptClaims } = await import("#client/send-claims.ts");
      const { sent, refused } = await sendKeptClaims(user_id).catch(() => ({ sent: 0, refused: 0 }));
      if (sent > 0) showToast("good", t("Your claim that waited was sent."));
      if (refused > 0) showToast("bad", t("A claim that waited could not be sent. Look at it under Rebates."));
    };
    void send();
    window.addEventListener("online", send);
    return () => window.removeEventListener("online", send);
  }, [user_id, t]);
  if (!update_ready) return null;
  return (
    <div className="update-ready" role="status">
      <span>{t("A new version is ready.")}</span>
      <Button size="sm" onClick={() => void takeUpdate()}>
        {t("Reload")}
      </Button>
    </div>
  );
}
