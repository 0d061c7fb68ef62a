import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { startLanguage, TextProvider } from "../text.tsx";
import { LanguageLink } from "./language-link.tsx";

startLanguage("en");

const PUBLIC = { access: "public", query: ["sort", "q"], cache_seconds: 300 };
const PERSONAL = { access: "personal", query: [], cache_seconds: 0 };

const Page = () => (
  <TextProvider language="en">
    <LanguageLink />
  </TextProvider>
);

/** As it stands in the document, before any script has come. */
function written(handle: object, address: string): string {
  const Site = createRoutesStub([{ path: "/stores", Component: Page, handle }]);
  return (
    /href="([^"]*)"/.exec(renderToString(<Site initialEntries={[address]} />))?.[1]?.replaceAll("&amp;", "&") ?? ""
  );
}

it("leads to the same search in the other language, and holds nothing that only one reader's address has", () => {
  expect(written(PUBLIC, "/stores?utm_source=mail&sort=rate&q=dog+food&lang=en")).toBe("?q=dog+food&sort=rate&lang=es");
  expect(written(PUBLIC, "/stores")).toBe("?lang=es");
});

it("keeps all that a page made for one reader was asked with", () => {
  expect(written(PERSONAL, "/stores?t=abc&lang=en")).toBe("?t=abc&lang=es");
});
