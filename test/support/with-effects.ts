/**
 * Parts of a page whose effects run although no browser is there: each once, as at the first paint. What they wait for can then
 * be shown by a moved clock, to the millisecond and without a journey.
 */
import { createElement, type FunctionComponent } from "react";
import { vi } from "vitest";

const BareFrame = () => null;

type Drawing = { draw: (part: FunctionComponent<never>, props?: object) => string };

export async function loadWithEffects<T>(load: () => Promise<T>): Promise<T & Drawing> {
  const ran = new Set<string>();
  vi.resetModules();
  vi.doMock("react", async (original) => ({
    ...(await original<typeof import("react")>()),
    useEffect(run: () => unknown) {
      if (ran.has(String(run))) return;
      ran.add(String(run));
      run();
    },
  }));
  // The frame asks for brand and router, which have no part in it.
  vi.doMock("#ui/shell/frame.tsx", () => ({ BareFrame }));
  try {
    const parts = await load();
    // Of the same loading as the parts: their words come from its provider.
    const { startLanguage, TextProvider } = await import("#ui/text.tsx");
    startLanguage("en");
    const { renderToStaticMarkup } = await import("react-dom/server");
    // The provider wants its children among what it is handed, which `createElement` gives it later.
    const Words = TextProvider as FunctionComponent<object>;
    const draw: Drawing["draw"] = (part, props = {}) =>
      renderToStaticMarkup(
        createElement(Words, { language: "en" } as object, createElement(part as FunctionComponent<object>, props)),
      );
    return { ...parts, draw };
  } finally {
    vi.doUnmock("react");
    vi.doUnmock("#ui/shell/frame.tsx");
    vi.resetModules();
  }
}
