/** What modules place beside every page, listed once. Each loads its heavier parts when they are first needed. */
import { type ComponentType, useEffect, useState } from "react";
import AttributionHost from "../modules/attribution/web/host.tsx";
import HelpHost from "../modules/help/web/host.tsx";
import IdentityHost from "../modules/identity/web/host.tsx";
import RewardsHost from "../modules/rewards/web/host.tsx";
import { ExtensionHost } from "./extension/extension-host.tsx";

/** After everything that a first visit needs. */
const PATIENCE_MS = 4_000;

/** What makes the site an app; the phone's own app waits for nothing, and neither does what was typed before an update. */
function LateAppHost() {
  const [Shown, setShown] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      import("./app/app-host.tsx").then(
        ({ AppHost }) => setShown(() => AppHost),
        () => null,
      );
    const now = "Capacitor" in window || sessionStorage.getItem("typed_before_update") !== null;
    const timer = setTimeout(load, now ? 0 : PATIENCE_MS);
    // What did not come without a connection comes with it.
    window.addEventListener("online", load);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", load);
    };
  }, []);
  return Shown && <Shown />;
}

export const Hosts = () => (
  <>
    <IdentityHost />
    <RewardsHost />
    <AttributionHost />
    <ExtensionHost />
    <LateAppHost />
    <HelpHost />
  </>
);
