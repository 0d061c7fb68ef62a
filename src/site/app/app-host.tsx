/**
 * What makes the site an app, beside every page: its worker; the unread count on its icon; a newer version told of; claims that
 * waited for the connection; and the phone around it, where the site is shown by the app of `mobile/`. Loaded late (`hosts.tsx`).
 */
import { lazy, Suspense, useEffect, useState } from "react";
import { useViewer } from "#client/viewer.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { withTexts } from "#ui/text.tsx";

/** Loaded with its words when there is something to tell, which on most visits there is not. */
const UpdateReady = lazy(() => withTexts(import("./update-ready.tsx")));
const SharedWaits = lazy(() => withTexts(import("./shared-waits.tsx")));

export function AppHost() {
  const { user, unread, update_ready, status } = useViewer();
  const { scheme } = useBrand().app;
  const user_id = user?.user_id;
  const token = user?.login_token;
  const [sharedWaits, setSharedWaits] = useState(false);
  useEffect(() => {
    if (sessionStorage.getItem("typed_before_update") === null) return;
    void import("#client/keep-typed.ts").then(({ bringBackTyped }) => bringBackTyped());
  }, []);
  useEffect(() => {
    void import("#client/worker.ts").then(({ startWorker }) => startWorker()).catch(() => null);
  }, []);
  const signedIn = status === "loading" ? null : user_id !== undefined;
  useEffect(() => {
    // The phone's app says so of itself before anything else (`mobile/`).
    if (!("Capacitor" in window)) return;
    void import("./in-app.ts").then(({ inApp }) => inApp({ scheme, signedIn, ...(token && { token }) }));
  }, [scheme, signedIn, token]);
  useEffect(() => {
    // What the icon cannot show stands in the header all the same.
    if ("setAppBadge" in navigator) void navigator.setAppBadge(unread).catch(() => null);
  }, [unread]);
  useEffect(() => {
    if (!user_id) return;
    const send = async () => {
      if (localStorage.getItem("kept_claims") === null) return;
      const { tellKeptClaims } = await import("./tell-kept-claims.ts");
      setSharedWaits(await tellKeptClaims(user_id));
    };
    void send();
    window.addEventListener("online", send);
    return () => window.removeEventListener("online", send);
  }, [user_id]);
  return (
    <>
      {/* In the document a browser would fetch it, and an icon of 24 KiB, before the first paint. */}
      <link rel="manifest" href="/manifest.webmanifest" crossOrigin="use-credentials" />
      {(update_ready || sharedWaits) && <Suspense>{update_ready ? <UpdateReady /> : <SharedWaits />}</Suspense>}
    </>
  );
}
