import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { startLanguages, TextProvider } from "#ui/text.tsx";
import { rateNameInSpanish } from "../rate-names.ts";
import es from "../web/es.json" with { type: "json" };
import { RateName } from "../web/rate-name.tsx";

it("says in Spanish what a rate is for, and marks as English what its network alone has a name for", () => {
  startLanguages(es);
  // A part without a mark is of the page's own language.
  const nameIn = (language: "en" | "es", name: string) =>
    renderToStaticMarkup(
      <TextProvider language={language}>
        <RateName line={{ name, name_es: rateNameInSpanish(name) }} />
      </TextProvider>,
    ).replaceAll(/<span>(.*?)<\/span>/g, "$1");
  const names = [
    "Home & Garden",
    "New customers; Acme Pro bundles",
    "Everything else",
    "Keyboards, Mice, Headphones",
    "Not Gift cards, Memory",
    "Memory, Acme Pro bundles",
  ];
  expect(names.map((name) => nameIn("es", name))).toEqual([
    "Hogar y jardín",
    'Clientes nuevos<span lang="en">; Acme Pro bundles</span>',
    "Todo lo demás",
    "Teclados, ratones y audífonos",
    "Todo menos tarjetas de regalo y memoria",
    '<span lang="en">Memory, Acme Pro bundles</span>',
  ]);
  expect(names.slice(0, 3).map((name) => nameIn("en", name))).toEqual([
    "Home &amp; Garden",
    "New customers; Acme Pro bundles",
    "Everything else",
  ]);
});
