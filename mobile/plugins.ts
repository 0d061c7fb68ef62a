/** Holds what we use of the phone (`src/phone.ts`) against the plugins' own types: a newer one that differs fails `npm run check`. */
import type { BiometricAuthPlugin } from "@aparajita/capacitor-biometric-auth";
import type { AppPlugin } from "@capacitor/app";
import type { BrowserPlugin } from "@capacitor/browser";
import type { PreferencesPlugin } from "@capacitor/preferences";
import type { PushNotificationsPlugin } from "@capacitor/push-notifications";
import type { SharePlugin } from "@capacitor/share";
import type { Phone } from "./src/phone.ts";

type Theirs = {
  App: AppPlugin;
  Preferences: PreferencesPlugin;
  PushNotifications: PushNotificationsPlugin;
  Share: SharePlugin;
  Browser: BrowserPlugin;
  BiometricAuthNative: Pick<BiometricAuthPlugin, "checkBiometry"> & {
    internalAuthenticate: BiometricAuthPlugin["authenticate"];
  };
};
type Fits<Ours, Given extends Ours> = Given;
export type Checked = Fits<Phone, Theirs>;
