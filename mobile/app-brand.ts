/** Whose app this is: the home brand's own, for the site that `PUBLIC_URL` names. */
import { tuppence } from "../brands/tuppence.ts";
import type { AppHome } from "./src/deep-link.ts";

export const brand = tuppence;
export const COVER = "#0E4D3A";

/** Without a setting it is the site of this machine, as an emulator or a phone on a cable (`adb reverse tcp:3000 tcp:3000`) sees it. */
export const home: AppHome = {
  site: new URL(process.env.PUBLIC_URL ?? "http://localhost:3000").origin,
  scheme: brand.app.scheme,
  hosts: brand.hosts,
};

/** Every host that the app shows within itself. */
export const hosts: readonly string[] = [...new Set([new URL(home.site).hostname, ...brand.hosts])];
