/** On our own pages: says that we are there, so that nobody is asked to install what they have. */
import { defineContentScript } from "wxt/utils/define-content-script";
import { SITE } from "../settings.ts";

export default defineContentScript({
  // A pattern has no port: on a developer's machine it is any of them.
  matches: [`${new URL(SITE).protocol}//${new URL(SITE).hostname}/*`],
  runAt: "document_idle",
  main() {
    if (location.origin === SITE) document.documentElement.setAttribute("data-tuppence-extension", "");
  },
});
