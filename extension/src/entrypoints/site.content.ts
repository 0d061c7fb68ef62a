/**
 * On our own pages: says that we are there, so that nobody is asked to install what they have; and takes the code of a sign-in that the
 * shopper agreed to, which the page says to itself and to no other (`src/modules/identity/web/connect-extension.tsx`).
 */
import { browser } from "wxt/browser";
import { defineContentScript } from "wxt/utils/define-content-script";
import type { SignInAnswer, SiteQuestion } from "../messages.ts";
import { SITE } from "../settings.ts";

const CODE = "tuppence-extension-code";
const ANSWER = "tuppence-extension-answer";

export default defineContentScript({
  // A pattern has no port: on a developer's machine it is any of them.
  matches: [`${new URL(SITE).protocol}//${new URL(SITE).hostname}/*`],
  runAt: "document_idle",
  main() {
    if (location.origin !== SITE) return;
    window.addEventListener("message", ({ source, origin, data }) => {
      const { type, code, challenge } = (data ?? {}) as Partial<Record<"type" | "code" | "challenge", unknown>>;
      if (source !== window || origin !== SITE || type !== CODE) return;
      if (typeof code !== "string" || typeof challenge !== "string") return;
      const question: SiteQuestion = { ask: "finish_sign_in", code, challenge };
      void browser.runtime
        .sendMessage(question)
        .catch(() => null)
        .then((told: SignInAnswer | null) => {
          window.postMessage({ type: ANSWER, challenge, why: told ? told.why : "unreachable" }, SITE);
        });
    });
    document.documentElement.setAttribute("data-tuppence-extension", browser.runtime.getManifest().version);
  },
});
