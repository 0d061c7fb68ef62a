/** As of a receipt: what the browser says by itself is in its own language. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { startLanguages, TextProvider } from "#ui/text.tsx";
import es from "../web/es.json" with { type: "json" };
import { ScreenshotField } from "../web/screenshot-field.tsx";

it("asks for a screenshot by a button in the page's language", () => {
  startLanguages(es);
  const field = renderToStaticMarkup(
    <TextProvider language="es">
      <ScreenshotField error={undefined} onBusy={() => {}} />
    </TextProvider>,
  );
  expect(field).toMatch(/<label for="([^"]+)" class="btn [^>]+>.*Elegir un archivo<\/label>/);
  expect(field).toMatch(/<input[^>]+type="file"[^>]+class="peer sr-only"/);
});
