/** How the packages are made: Manifest V3 for Chrome, Firefox and Edge from one source. */
import { defineConfig } from "wxt";

const site = new URL(process.env.WXT_SITE ?? "http://localhost:3000");
/** A pattern has no port. */
const ownPages = `${site.protocol}//${site.hostname}/*`;

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
    permissions: ["storage", "alarms", "webNavigation", "webRequest", "activeTab", "scripting"],
    host_permissions: [ownPages],
    // Asked for when the shopper wants the panel at stores.
    optional_host_permissions: ["*://*/*"],
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
    ...(browser !== "firefox" && { minimum_chrome_version: "137" }),
  }),
});
