import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Running, run } from "./running.ts";

let world: Running;
beforeAll(async () => {
  world = await run();
});
afterAll(() => world.close());

describe("reCAPTCHA", () => {
  const verify = async (form: Record<string, string>) =>
    (await world.call("/recaptcha/api/siteverify", { form })).json() as Promise<Record<string, unknown>>;
  const secret = "sandbox-recaptcha-secret";
  const token = async (body: object = {}) => (await world.control<{ token: string }>("recaptcha/token", body)).token;

  it("opens once, for two minutes, and names what is wrong", async () => {
    expect(await verify({})).toEqual({ success: false, "error-codes": ["missing-input-secret"] });
    expect(await verify({ secret: "x", response: "y" })).toEqual({
      success: false,
      "error-codes": ["invalid-input-secret"],
    });
    expect(await verify({ secret })).toEqual({ success: false, "error-codes": ["missing-input-response"] });
    expect(await verify({ secret, response: "y" })).toEqual({
      success: false,
      "error-codes": ["invalid-input-response"],
    });
    const response = await token({ hostname: "localhost" });
    expect(await verify({ secret, response })).toMatchObject({ success: true, hostname: "localhost" });
    expect(await verify({ secret, response })).toMatchObject({ "error-codes": ["timeout-or-duplicate"] });
    const late = await token();
    await world.control("clock", { advance_seconds: 121 });
    expect(await verify({ secret, response: late })).toMatchObject({ "error-codes": ["timeout-or-duplicate"] });
  });

  it("gives version 3 a score and its action, and the test keys a yes", async () => {
    await world.control("recaptcha", { score: 0.2 });
    const response = await token({ action: "login" });
    expect(await verify({ secret, response })).toMatchObject({ success: true, score: 0.2, action: "login" });
    expect(await verify({ secret: "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe", response: "any" })).toMatchObject({
      success: true,
    });
    expect((await world.call("/recaptcha/api2/anchor?k=wrong")).status).toBe(400);
    expect(await (await world.call("/recaptcha/api.js")).text()).toContain("g-recaptcha-response");
  });
});

describe("leaked passwords", () => {
  const range = (prefix: string, headers: Record<string, string> = {}) =>
    world.call(`/pwned/range/${prefix}`, { headers });
  it("answers a range of hashes, padded when asked", async () => {
    const hash = createHash("sha1").update("password1").digest("hex").toUpperCase();
    const plain = await (await range(hash.slice(0, 5))).text();
    expect(plain).toMatch(new RegExp(`^${hash.slice(5)}:\\d+$`, "m"));
    const padded = (await (await range(hash.slice(0, 5), { "add-padding": "true" })).text()).split("\r\n");
    expect(padded.length).toBeGreaterThanOrEqual(800);
    expect(padded.filter((line) => !line.endsWith(":0"))).toEqual([expect.stringContaining(hash.slice(5))]);
    expect((await range("xyz")).status).toBe(400);
  });
});
