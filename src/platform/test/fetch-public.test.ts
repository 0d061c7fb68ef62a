/** Addresses that strangers wrote: redirects are followed as far as was said, and each hop is checked like the first. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenFetchError, fetchPublic } from "../fetch-public.ts";
import { OutgoingError } from "../outgoing.ts";

let server: Server;
let port: number;
const asked: string[] = [];
const LEADS: Record<string, string> = {
  "/moved": "/feed",
  "/twice": "/moved",
  "/loop": "/loop",
  "/inside": "http://127.0.0.2:PORT/secret",
  "/file": "file:///etc/passwd",
  "/broken": "http://[",
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const location = LEADS[path]?.replace("PORT", String(port));
    if (location) response.writeHead(302, { location }).end("elsewhere");
    else response.end("sku,price");
  });
  // Every address of this machine, so that only our own check keeps the hop away.
  await new Promise<void>((done) => server.listen(0, "0.0.0.0", done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => server.close(done)));

const read = async (path: string, hops?: number) =>
  (
    await fetchPublic({
      url: `http://127.0.0.1:${port}${path}`,
      accept: "*/*",
      max_bytes: 1_000,
      timeout_ms: 5_000,
      allows: (address) => address === "127.0.0.1",
      ...(hops === undefined ? {} : { hops }),
    })
  ).toString();

describe("an address that leads elsewhere", () => {
  it("is followed as far as was said, and not at all where nothing was", async () => {
    expect(await read("/twice", 5)).toBe("sku,price");
    await expect(read("/twice", 1)).rejects.toThrow(OutgoingError);
    await expect(read("/moved")).rejects.toThrow(/answered 302/);
  });

  it("ends, however often it leads back", async () => {
    asked.length = 0;
    await expect(read("/loop", 5)).rejects.toThrow(OutgoingError);
    expect(asked).toHaveLength(6);
  });

  it.each(["/inside", "/file", "/broken"])("is refused where it leads to what is not public: %s", async (path) => {
    asked.length = 0;
    await expect(read(path, 5)).rejects.toThrow(ForbiddenFetchError);
    expect(asked).toEqual([path]);
  });
});
