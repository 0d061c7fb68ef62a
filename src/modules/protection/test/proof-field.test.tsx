/** The browser's own button for files says "Choose File" to somebody who reads Spanish. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { startLanguages, TextProvider } from "#ui/text.tsx";
import es from "../web/es.json" with { type: "json" };
import { ProofField } from "../web/proof-field.tsx";

it("asks for a receipt by a button in the page's language", () => {
  startLanguages(es);
  const field = renderToStaticMarkup(
    <TextProvider language="es">
      <ProofField onChange={() => {}} error={undefined} />
    </TextProvider>,
  );
  expect(field).toMatch(/<label for="([^"]+)" class="btn [^>]+>.*Elegir un archivo<\/label>/);
  expect(field).toMatch(/<input[^>]+type="file"[^>]+class="peer sr-only"/);
});
