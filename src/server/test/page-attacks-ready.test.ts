/** Attacks on pages that are answered before the framework: each odd request gets, to the byte, what the framework would have answered. */
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createContext } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { personalPage, publicPage } from "#ui/page.ts";
import { fakeBuild, fakeRoute } from "../../../test/support/fake-build.ts";
import { createWorld, type World } from "../../../test/support/world.ts";
import { answerFirst } from "../answer-first.ts";
import { createApp } from "../app.ts";

const pageContext = createContext<{ brand: { partner_name: string }; language: string }>();
/** Says which brand and language the page was made for. */
const build = fakeBuild(
  {
    // The key of a build that is made up here.
    pageContext: pageContext as never,
    async default(request, status, headers, _entry, context) {
      const page = context?.get(pageContext);
      const url = new URL(request.url);
      headers.set("content-type", "text/html; charset=utf-8");
      const said = `${page?.brand.partner_name} ${page?.language} ${url.pathname}${url.search} ${"copper ".repeat(200)}`;
      return new Response(`<!DOCTYPE html><p>${said}</p>`, { status, headers });
    },
  },
  {
    stores: fakeRoute("stores", { handle: publicPage({ query: ["page"] }) }),
    mine: fakeRoute("mine", { handle: personalPage() }),
  },
);

type Shop = Awaited<ReturnType<typeof createApp>> & { port: number };
let world: World;
/** As it is built, and the same with the framework's own listener alone. */
let first: Shop;
let plain: Shop;
beforeAll(async () => {
  world = await createWorld();
  first = await open(true);
  plain = await open(false);
});
afterAll(async () => {
  await first.close();
  await plain.close();
  await world.close();
});

async function open(answersFirst: boolean): Promise<Shop> {
  let own: ((...told: never[]) => void)[] = [];
  const shop = await createApp({
    ...{ wired: world, build: async () => build, mode: "production", cached: true },
    ready: async () => ({ ok: true, parts: {} }),
    attach: ({ server }) => {
      own = server.listeners("request") as typeof own;
    },
  });
  if (!answersFirst) {
    shop.app.server.removeAllListeners("request");
    // As the server gave them, whose types say only that they are functions.
    for (const each of own) shop.app.server.on("request", each as never);
  }
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  return { ...shop, port: (shop.app.server.address() as AddressInfo).port };
}

/** All that comes back for what is written on a connection, until the other side closes it; without what the clock and a request's number say. */
const say = (port: number, text: string): Promise<string> =>
  new Promise((settle, fail) => {
    const pieces: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (piece) => pieces.push(piece));
    socket.on("error", fail);
    socket.on("close", () =>
      settle(
        Buffer.concat(pieces)
          .toString("latin1")
          .replaceAll(/^(date|x-ratelimit-\w+): .*\r\n/gim, "")
          .replaceAll(/'nonce-[^']+'/g, "'nonce'")
          // As long as its number is.
          .replace(/content-length: \d+(?=[\s\S]*"req_)/i, "content-length")
          .replaceAll(/req_\w+/g, "req"),
      ),
    );
  });
const HOST = "host: shop.example";
const ask = (target: string, headers: readonly string[] = [], method = "GET", version = "1.1", body = ""): string =>
  [`${method} ${target} HTTP/${version}`, ...headers, "connection: close", "", body].join("\r\n");
const get = (target: string, ...headers: string[]): string => ask(target, [HOST, ...headers]);
const bodyOf = (answer: string): string => answer.slice(answer.indexOf("\r\n\r\n") + 4);

const etag = async () => /etag: (\S+)/i.exec(await say(plain.port, get("/stores")))?.[1] ?? "";

describe("to the byte the same", () => {
  it.each<[string, string]>([
    ["a plain page", get("/stores")],
    ["its head", ask("/stores", [HOST], "HEAD")],
    ["a page of a query", get("/stores?page=2")],
    ["a query in letters that are written out", get("/stores?page=%32")],
    ["a query twice", get("/stores?page=2&page=3&lang=es&lang=en")],
    ["a path in letters that are written out", get("/%73tores")],
    ["a path that leads up", get("/x/../stores")],
    ["a path with a stroke behind it", get("/stores/")],
    ["a path that looks like a host", get("//evil.example/stores")],
    ["a whole address", get("http://evil.example/stores")],
    ["a whole address of our own", get("http://shop.example/stores")],
    ["a mark of a place", get("/stores?page=2#x&lang=es")],
    ["a NUL", get("/stores%00")],
    ["no letter", get("/stores%zz")],
    ["data of a page", get("/stores.data")],
    ["a personal page", get("/mine")],
    ["an encoded partner", get("/stores?%70artner=shipright", "cookie: partner=joinsmarty")],
    ["a partner in the address", get("/stores?partner=shipright", "cookie: partner=joinsmarty")],
    ["a host in capitals with a port", ask("/stores", ["host: SHOP.example:8080"])],
    ["two hosts", ask("/stores", [HOST, "host: evil.example"])],
    ["no host", ask("/stores")],
    ["no host in the old version", ask("/stores", [], "GET", "1.0")],
    ["a host that is none", ask("/stores", ["host: a|b, c"])],
    [
      "what proxies say",
      get("/stores", "x-forwarded-host: evil.example", "x-forwarded-for: 192.0.2.4", "x-forwarded-proto: http"),
    ],
    ["another method in a header", get("/stores", "x-http-method-override: POST")],
    ["a range", get("/stores", "range: bytes=0-3")],
    ["conditions of other kinds", get("/stores", 'if-match: "x"', "if-modified-since: Fri, 01 Jan 2100 00:00:00 GMT")],
    ["encodings of every kind", get("/stores", "accept-encoding: zstd, GZIP;q=0.5, *;q=0")],
    ["two lists of encodings", get("/stores", "accept-encoding: gzip", "accept-encoding: br")],
    ["a member's cookie", get("/stores", "cookie: tp_token=x.y.z; tp_bind=1")],
    ["two cookies of a language", get("/stores", "cookie: lang=es; lang=en")],
    ["two lines of cookies", get("/stores", "cookie: a=b", "cookie: lang=es")],
    ["an empty cookie of a language", get("/stores", "cookie: lang=; partner=")],
    ["a cookie that is no text", get("/stores", "cookie: lang=%E0%A4%A; partner=%zz")],
    ["a preview that is none", get("/stores", "cookie: pack_preview=a.9999999999.b")],
    ["a body where none belongs", ask("/stores", [HOST, "content-length: 5"], "GET", "1.1", "hello")],
    ["a body in pieces", ask("/stores", [HOST, "transfer-encoding: chunked"], "GET", "1.1", "5\r\nhello\r\n0\r\n\r\n")],
    ["two lengths of a body", ask("/stores", [HOST, "content-length: 5", "transfer-encoding: chunked"])],
    ["a wish to go on", get("/stores", "expect: 100-continue")],
    ["a wish for another protocol", get("/stores", "upgrade: websocket")],
    ["a form", ask("/stores", [HOST, "content-length: 0"], "POST")],
    ["a method that no page has", ask("/stores", [HOST], "DELETE")],
    ["a very long address", get(`/stores?page=${"9".repeat(3_000)}`)],
    [
      "one behind the other on one connection",
      `GET /stores HTTP/1.1\r\n${HOST}\r\n\r\nGET /mine HTTP/1.1\r\n${HOST}\r\n\r\n${ask("/stores?page=2", [HOST], "HEAD")}`,
    ],
  ])("%s", async (_what, request) => {
    const answers = [];
    for (const { port } of [plain, plain, first, first, first]) answers.push(await say(port, request));
    expect(new Set(answers.slice(1)).size, answers.map((one) => one.slice(0, 400)).join("\n---\n")).toBe(1);
  });

  it("what its reader has already, by every way of saying so", async () => {
    const tag = await etag();
    for (const said of [tag, `W/${tag}`, `"a", ${tag}`, `"a" , W/${tag}`, '"a"', "*", "", tag.slice(1, -1)]) {
      const request = get("/stores", `if-none-match: ${said}`);
      await say(first.port, request);
      expect(await say(first.port, request), said).toBe(await say(plain.port, request));
    }
  });
});

describe("an encoding that its reader refuses", () => {
  it.each([
    ["br;q=0, gzip", "gzip"],
    ["br; q=0.000, gzip;q=1", "gzip"],
    ["br;q=0, gzip;q=0", null],
    ["abrasive, gzipped", null],
    ["gzip;q=0.1", "gzip"],
    ["BR", "br"],
    ["gzip, deflate, br, zstd", "br"],
  ])("%s is not sent", async (accepted, sent) => {
    for (const path of ["/stores", "/mine"]) {
      const request = get(path, `accept-encoding: ${accepted}`);
      await say(first.port, request);
      expect(/content-encoding: (\S+)/i.exec(await say(first.port, request))?.[1] ?? null, path).toBe(sent);
    }
  });
});

describe("what a shared cache may keep", () => {
  it("is nothing that a cookie decided, however the address writes its words", async () => {
    for (const path of ["/stores?%70artner=shipright", "/stores?page=2&part%6eer=x"]) {
      const answer = await say(first.port, get(path, "cookie: partner=joinsmarty"));
      expect(bodyOf(answer), path).toContain("joinsmarty");
      expect(answer, path).toContain("private, no-cache");
    }
  });

  it("is not taken away from everybody by one empty cookie", async () => {
    await say(first.port, get("/stores?page=41", "cookie: lang=; partner="));
    for (let round = 0; round < 2; round += 1)
      expect(await say(first.port, get("/stores?page=41", "cookie: a=b"))).toContain("public, max-age=0");
  });
});

it("no cookie puts one page in another's place", async () => {
  const asked = "/stores?page=a|/stores?page=b";
  await say(first.port, get("/stores?page=b", "cookie: partner=|/stores?page=a"));
  expect(bodyOf(await say(first.port, get(asked, "cookie: a=b")))).toContain("page=a");
});

it("a fault before the framework is the framework's to answer, and ends nothing", async () => {
  const server = createServer((_request, response) => response.end("the framework"));
  answerFirst(server, () => {
    throw new Error("a look that fails");
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  expect(bodyOf(await say((server.address() as AddressInfo).port, get("/stores")))).toBe("the framework");
  await new Promise((settle) => server.close(settle));
});
