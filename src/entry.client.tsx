import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { startLanguage } from "#ui/text.tsx";

startLanguage(document.documentElement.lang === "es" ? "es" : "en");
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
