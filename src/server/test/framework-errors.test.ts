/** What the framework refuses is told in the reader's language and in words of ours; a post of nothing is nobody's fault here. */
import { get } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../../../test/support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function post(path: string, init: { body?: string; type?: string; language?: "en" | "es" }) {
  const response = await fetch(`${world.productUrl}${path}`, {
    method: "POST",
    ...(init.body === undefined ? {} : { body: init.body }),
    headers: {
      origin: world.productUrl,
      ...(init.type ? { "content-type": init.type } : {}),
      cookie: `lang=${init.language ?? "en"}`,
    },
  });
  const answer = (await response.json()) as { code: string; message: string };
  return [response.status, answer.code, answer.message];
}

/** As it is written: `fetch` would put an address right. */
const ask = (path: string) =>
  new Promise<{ status: number; sniffed: string; body: { code: string } }>((settle, fail) => {
    const { hostname, port } = new URL(world.productUrl);
    get({ hostname, port, path }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      const sniffed = String(response.headers["x-content-type-options"]);
      settle({ status: response.statusCode ?? 0, sniffed, body: JSON.parse(text) });
    }).on("error", fail);
  });

it("says what it cannot read, in both languages", async () => {
  const json = "application/json";
  expect(await post("/api/web/login", { body: "{", type: json })).toEqual([400, "bad_json", "This isn't valid JSON."]);
  expect(await post("/api/web/login", { body: "{", type: json, language: "es" })).toEqual([
    400,
    "bad_json",
    "Esto no es JSON válido.",
  ]);
  expect(await post("/api/web/login", { body: "<a/>", type: "text/xml", language: "es" })).toEqual([
    415,
    "unknown_type",
    "Aquí no podemos leer este tipo de contenido.",
  ]);
  expect(await post("/api/no/such", { body: "{}", type: json, language: "es" })).toEqual([
    404,
    "unknown_call",
    "Esta llamada no existe.",
  ]);
  expect(await post("/api/web/login", { body: "{}", type: json, language: "es" })).toEqual([
    422,
    "invalid",
    "email: este valor no es válido.",
  ]);
  expect(await post("/api/web/login", { body: "[]", type: json, language: "es" })).toEqual([
    422,
    "invalid",
    "Lo que se envió no es válido.",
  ]);
});

it.each(["/login", "/spl/spt/1", "/account/subscription"])("refuses a post of nothing to %s", async (path) => {
  expect(await post(path, {})).toEqual([415, "unknown_type", "We can't read this kind of content here."]);
});

it.each([
  ["/api/web/login", "application/json", `{"email":"a\\u0000b"}`, 422, "invalid"],
  ["/login", "application/x-www-form-urlencoded", "email=a%00b", 400, "invalid"],
] as const)("says in both languages that a character cannot be stored: %s", async (path, type, body, status, code) => {
  const said = async (language: "en" | "es") => post(path, { body, type, language });
  expect(await said("en")).toEqual([status, code, "This text holds a character that cannot be stored."]);
  expect(await said("es")).toEqual([status, code, "Este texto tiene un carácter que no se puede guardar."]);
});

it("says in both languages that something is nested too deep, or is no JSON though its type could not say so", async () => {
  const json = "application/json";
  const body = `{"email":${"[".repeat(50)}${"]".repeat(50)}}`;
  const deep = async (language: "en" | "es") => post("/api/web/login", { body, type: json, language });
  expect(await deep("en")).toEqual([400, "too_deep", "This is nested deeper than anything we read."]);
  expect(await deep("es")).toEqual([400, "too_deep", "Esto está anidado más hondo que nada de lo que leemos."]);
  const beacon = async (language: "en" | "es") =>
    post("/api/check-set-cookie", { body: "{", type: "text/plain", language });
  expect(await beacon("en")).toEqual([400, "not_json", "This text isn't JSON."]);
  expect(await beacon("es")).toEqual([400, "not_json", "Este texto no es JSON."]);
});

it("refuses what a page cannot read as a form, in both languages", async () => {
  for (const type of ["text/plain", "application/json"])
    expect(await post("/login", { body: "{}", type, language: "es" })).toEqual([
      415,
      "unknown_type",
      "Aquí no podemos leer este tipo de contenido.",
    ]);
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=x"])
    expect(await post("/login", { body: "email=a", type, language: "es" })).toEqual([
      400,
      "bad_form",
      "No podemos leer este formulario.",
    ]);
});

it("refuses an address without an end before anybody looks where it leads", async () => {
  for (const part of ["/a", "\\a", "//"]) {
    const { status, sniffed, body } = await ask(`/${part.repeat(5_000)}?page=1`);
    expect([part, status, sniffed, body.code]).toEqual([part, 400, "nosniff", "bad_address"]);
  }
});
