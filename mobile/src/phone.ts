/**
 * What we use of the phone: Capacitor puts its plugins into each page that the app may show, as `window.Capacitor.Plugins`, so that the
 * site needs none of its packages. `plugins.ts` holds these types against theirs.
 */
type Listening = { remove: () => Promise<void> };

export type Phone = {
  App: {
    addListener(event: "appUrlOpen", told: (opened: { url: string }) => void): Promise<Listening>;
    addListener(event: "appStateChange", told: (state: { isActive: boolean }) => void): Promise<Listening>;
    getLaunchUrl(): Promise<{ url: string } | undefined | null>;
  };
  Preferences: {
    get(of: { key: string }): Promise<{ value: string | null }>;
    set(to: { key: string; value: string }): Promise<void>;
    remove(of: { key: string }): Promise<void>;
  };
  PushNotifications: {
    addListener(event: "registration", told: (token: { value: string }) => void): Promise<Listening>;
    addListener(event: "registrationError", told: (failure: { error: string }) => void): Promise<Listening>;
    addListener(
      event: "pushNotificationActionPerformed",
      told: (press: { notification: { data: unknown } }) => void,
    ): Promise<Listening>;
    checkPermissions(): Promise<{ receive: string }>;
    requestPermissions(): Promise<{ receive: string }>;
    register(): Promise<void>;
    unregister(): Promise<void>;
    removeAllDeliveredNotifications(): Promise<void>;
  };
  Share: {
    share(what: { title?: string; text?: string; url?: string }): Promise<unknown>;
  };
  Browser: {
    open(page: { url: string }): Promise<void>;
    close(): Promise<void>;
  };
  /** The plugin's own name for what its package calls `BiometricAuth`. */
  BiometricAuthNative: {
    checkBiometry(): Promise<{ isAvailable: boolean; deviceIsSecure: boolean }>;
    internalAuthenticate(how: { reason: string; allowDeviceCredential: boolean; androidTitle: string }): Promise<void>;
  };
};

type Frame = { isNativePlatform?: () => boolean; getPlatform?: () => string; Plugins?: Phone };
const frame = (): Frame | undefined => (globalThis as { Capacitor?: Frame }).Capacitor;

/** The phone around this page; null in any browser. */
export function phoneHere(): Phone | null {
  const around = frame();
  return around?.isNativePlatform?.() ? (around.Plugins ?? null) : null;
}

/** Who tells this phone: the plugin hands out Firebase's address on Android and Apple's on iPhones (its `Token.value`). Null elsewhere. */
export function alertService(): "fcm" | "apns" | null {
  const platform = frame()?.getPlatform?.();
  return platform === "android" ? "fcm" : platform === "ios" ? "apns" : null;
}
