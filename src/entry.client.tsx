import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { startLanguage } from "#ui/text.tsx";

startLanguage(document.documentElement.lang === "es" ? "es" : "en");
// A task of its own: with the reading of the scripts in one, a phone would answer nothing for twice as long.
setTimeout(() => {
  // From here on React hears what is pressed (`server/first-paint.ts`).
  window.dispatchEvent(new Event("hydrates"));
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />);
  });
});
