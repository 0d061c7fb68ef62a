/** What operators said of a text without Spanish is on the Spanish page, whole and alive, and nothing of it on the English one. */
import Fastify from "fastify";
import { renderToString } from "react-dom/server";
import { Outlet, Scripts } from "react-router";
import { afterAll, beforeEach, expect, it } from "vitest";
import { createPartners } from "#partners";
import { createLog } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import { publicPage } from "#ui/page.ts";
import { startLanguage, TextProvider, translator, useLanguage, useText, WORDS } from "#ui/text.tsx";
import { fakeBuild, fakeRoute } from "../../../../test/support/fake-build.ts";
import * as entry from "../../../entry.server.tsx";
import { createPages, type PagesOptions } from "../../../server/pages.ts";

/** No screen says the first two, so that no release has their Spanish. */
const [QUOKKA, COUNTED, KNOWN] = ["A quokka waits", "{{count}} quokkas", "Skip to content"];
const SAID = {
  [QUOKKA]: "Espera un quokka </script>",
  [COUNTED]: "{{count}} quokkas",
  [`${COUNTED}_one`]: "Un quokka",
  [`${COUNTED}_many`]: "{{count}} de quokkas",
  [`${COUNTED}_other`]: "{{count}} quokkas más",
  [KNOWN]: "Otra cosa",
  "On another page": "En otra página",
};

function Words() {
  const t = useText();
  return (
    <p lang={useLanguage()}>{[t(QUOKKA), t(COUNTED, { count: 1 }), t(COUNTED, { count: 7 }), t(KNOWN)].join("; ")}</p>
  );
}
const inLanguage = (language: "en" | "es") => (
  <TextProvider language={language}>
    <Words />
  </TextProvider>
);
const route = (language: "en" | "es") =>
  fakeRoute(language, { handle: publicPage(), loader: () => null, default: () => inLanguage(language) });
const Root = () => (
  <html lang="en">
    <body>
      <Outlet />
      <Scripts />
    </body>
  </html>
);

// Our own entry, and pages of this test alone.
const build = fakeBuild(entry as never, {
  root: { id: "root", path: "", module: { default: Root } },
  en: route("en"),
  es: route("es"),
});
// Rendering asks the list of files which routes there are.
for (const one of Object.values(build.routes))
  if (one) Object.assign(build.assets.routes, { [one.id]: { ...one, module: "", hasLoader: false } });

let words: Record<string, string> = {};
const pages = createPages({
  build: async () => build,
  mode: "production",
  cached: false,
  captcha: [],
  payment: { script_url: "", publishable_key: "", origins: null },
  servicesUnder: () => ({ translation: { words: () => words } }),
  partners: createPartners(),
  publicUrl: "http://127.0.0.1",
  log: createLog({ level: "silent" }),
  metrics: createMetrics(),
  memberOf: async () => null,
  // The pages of these tests ask for nothing else.
} as unknown as PagesOptions);
const app = Fastify();
app.get("/*", (request, reply) => pages.serve(request, reply));
afterAll(() => app.close());
beforeEach(() => {
  words = {};
});

const ask = async (language: "en" | "es") => {
  const { body } = await app.inject({ method: "GET", url: `/${language}?lang=${language}` });
  return {
    body,
    shown: /<p lang="..">(.*?)<\/p>/.exec(body)?.[1],
    brought: new RegExp(`id="${WORDS}">(.*?)</script>`).exec(body)?.[1],
  };
};

it("a Spanish page says what an operator said, and the release's own Spanish where there is some", async () => {
  const own = JSON.parse((await ask("es")).brought ?? "{}")[KNOWN];
  expect((await ask("es")).shown).toBe(`${QUOKKA}; 1 quokkas; 7 quokkas; ${own}`);
  words = SAID;
  const { shown, brought } = await ask("es");
  expect(shown).toBe(`Espera un quokka &lt;/script&gt;; Un quokka; 7 quokkas más; ${own}`);
  expect(JSON.parse(brought ?? "{}")).toEqual({ ...SAID, [KNOWN]: own });
  // Taken back: the page that is made next says it in English again.
  words = {};
  expect((await ask("es")).shown).toContain(QUOKKA);
  expect((await ask("es")).body).not.toContain("Espera");
});

it("an English page carries nothing of it, also right after a Spanish one", async () => {
  words = SAID;
  await ask("es");
  const { body, shown, brought } = await ask("en");
  expect(shown).toBe(`${QUOKKA}; 1 quokkas; 7 quokkas; ${KNOWN}`);
  expect([brought, body.includes("quokka más"), body.includes("Espera")]).toEqual([undefined, false, false]);
});

it("the browser's first look finds the same words as the server's", async () => {
  words = SAID;
  const { shown, brought = "" } = await ask("es");
  const server = translator("es");
  Object.assign(globalThis, {
    document: { getElementById: (id: string) => (id === WORDS ? { textContent: brought } : null) },
  });
  try {
    startLanguage("es");
    expect(translator("es")).not.toBe(server);
    words = {};
    expect(/<p lang="es">(.*?)<\/p>/.exec(renderToString(inLanguage("es")))?.[1]).toBe(shown);
    expect(translator("es")("On another page")).toBe("En otra página");
  } finally {
    Reflect.deleteProperty(globalThis, "document");
  }
});
