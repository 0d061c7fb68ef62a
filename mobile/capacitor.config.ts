/**
 * What Capacitor builds from. The app starts with a page of its own (`pages/start.html`), which leads to the site: so the lock is asked for
 * before anything of an account is there, and a phone without a connection gets words.
 */
import type { CapacitorConfig } from "@capacitor/cli";
import { brand, COVER, home, hosts } from "./app-brand.ts";

const config: CapacitorConfig = {
  appId: brand.app.android_package,
  appName: brand.name,
  webDir: "www",
  backgroundColor: COVER,
  appendUserAgent: `${brand.app.scheme}-app`,
  loggingBehavior: "debug",
  zoomEnabled: true,
  server: {
    // Our own hosts and no pattern: whatever else is touched opens in the phone's browser, where nothing of the phone is handed out.
    allowNavigation: [...hosts],
    errorPath: "error.html",
    cleartext: home.site.startsWith("http:"),
  },
  android: { allowMixedContent: false },
  ios: { contentInset: "never", limitsNavigationsToAppBoundDomains: false },
  plugins: { PushNotifications: { presentationOptions: ["badge", "sound", "alert"] } },
};

export default config;
