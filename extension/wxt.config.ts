/** How the packages are made: Manifest V3 for Chrome, Firefox, Edge and Safari from one source. */
import { defineConfig } from "wxt";

const site = new URL(process.env.WXT_SITE ?? "http://localhost:3000");
/** A pattern has no port. */
const ownPages = `${site.protocol}//${site.hostname}/*`;

/** Which way a page came by. */
const WAYS = ["webRequest"];

export default defineConfig({
  srcDir: "src",
  publicDir: "public",
  outDir: process.env.EXTENSION_OUT ?? ".output",
  imports: false,
  manifestVersion: 3,
  manifest: ({ browser }) => ({
    name: "__MSG_name__",
    description: "__MSG_description__",
    default_locale: "en",
    // Safari gives redirects to no extension that may sleep, and lets none of ours come by itself (src/settings.ts).
    permissions: [
      "storage",
      "alarms",
      "webNavigation",
      ...(browser === "safari" ? [] : WAYS),
      "activeTab",
      "scripting",
    ],
    host_permissions: [ownPages],
    // Asked for when the shopper wants the panel at stores.
    ...(browser !== "safari" && { optional_host_permissions: ["*://*/*"] }),
    incognito: "not_allowed",
    icons: Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icon-${size}.png`])),
    action: { default_title: "Tuppence" },
    ...(browser === "firefox" && {
      browser_specific_settings: {
        gecko: {
          id: process.env.WXT_GECKO_ID ?? "extension@tuppence.example",
          strict_min_version: "142.0",
          data_collection_permissions: { required: ["none"], optional: ["websiteActivity"] },
        },
      },
    }),
    ...(browser === "safari" && { browser_specific_settings: { safari: { strict_min_version: "18.0" } } }),
    ...((browser === "chrome" || browser === "edge") && { minimum_chrome_version: "137" }),
  }),
  hooks: {
    // A page that sleeps, as in Firefox: it is in both what Safari knows longest.
    "build:manifestGenerated": ({ config }, manifest) => {
      if (config.browser === "safari") manifest.background = { scripts: ["background.js"], persistent: false };
    },
  },
  zip: { excludeSources: ["test/**"] },
});
