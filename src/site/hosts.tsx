/** What modules place beside every page, listed once. Each loads its heavier parts when they are first needed. */
import AttributionHost from "../modules/attribution/web/host.tsx";
import HelpHost from "../modules/help/web/host.tsx";
import IdentityHost from "../modules/identity/web/host.tsx";
import RewardsHost from "../modules/rewards/web/host.tsx";
import { AppHost } from "./app/app-host.tsx";
import { ExtensionHost } from "./extension/extension-host.tsx";

export const Hosts = () => (
  <>
    <IdentityHost />
    <RewardsHost />
    <AttributionHost />
    <ExtensionHost />
    <AppHost />
    <HelpHost />
  </>
);
