import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLoopback } from "../control/loopback.ts";
import { AUTH, IMPACT, type Running, run } from "./running.ts";

/** Another address of this machine: who calls by it comes from it, as a neighbour on the network would. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
const NONE = "this machine has no address but loopback, so nobody can come from elsewhere";

const throughAddress = (world: Running, address: string | undefined) =>
  `http://${address}:${new URL(world.sandbox.url).port}`;

/** Reads what people wrote, moves the world, or shows the buttons for it. */
const AT_HOME: readonly [method: "GET" | "POST", path: string][] = [
  ["GET", "/"],
  ["GET", "/mailbox"],
  ["GET", "/mailbox/1"],
  ["GET", "/texts"],
  ["GET", "/control/state"],
  ["GET", "/control/mails"],
  ["GET", "/control/texts"],
  ["GET", "/control/analytics"],
  ["GET", "/control/signin"],
  ["GET", "/control/postbacks"],
  ["POST", "/control/orders"],
  ["POST", "/control/clock"],
  ["POST", "/control/reset"],
  ["POST", "/control/fail"],
  ["POST", "/control/stripe/next-charge"],
  ["POST", "/control/signin/credential"],
  ["POST", "/control/payouts/paypal/deposit"],
  ["POST", "/control/recaptcha"],
  ["POST", "/play/clock"],
  ["POST", "/play/reset"],
  ["POST", "/play/next-charge"],
];

describe("a sandbox that listens to everybody", () => {
  let world: Running;
  beforeAll(async () => {
    world = await run({ host: "0.0.0.0", catalogue: "small" });
  });
  afterAll(() => world.close());

  it.each(AT_HOME)("answers %s %s at this machine", async (method, path) => {
    const reply = await world.call(`http://127.0.0.1:${new URL(world.sandbox.url).port}${path}`, { method });
    expect(reply.status).not.toBe(403);
  });

  it.for(AT_HOME)("refuses %s %s from elsewhere, whatever a header says", async ([method, path], { skip }) => {
    skip(outside === undefined, NONE);
    const headers = { "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1", forwarded: "for=127.0.0.1" };
    const reply = await world.call(`${throughAddress(world, outside)}${path}`, { method, headers });
    expect(reply.status).toBe(403);
    expect(await reply.text()).toContain("SANDBOX_CONTROL");
  });

  it("does nothing for who was refused", async ({ skip }) => {
    skip(outside === undefined, NONE);
    const json = { advance_seconds: 86_400 };
    const reply = await world.call(`${throughAddress(world, outside)}/control/clock`, { json });
    expect(reply.status).toBe(403);
    const { clock } = await world.control<{ clock: { offset_seconds: number } }>("state");
    expect(clock.offset_seconds).toBe(0);
  });

  it("still answers as the providers, wherever one comes from", async ({ skip }) => {
    skip(outside === undefined, NONE);
    const far = throughAddress(world, outside);
    expect((await world.call(`${far}${IMPACT}/Campaigns`, { auth: AUTH.impact })).status).toBe(200);
    expect((await world.call(`${far}/shops/marlow-finch/`)).status).toBe(200);
  });
});

describe("a sandbox that was told to", () => {
  it("lets itself be steered from anywhere", async ({ skip }) => {
    skip(outside === undefined, NONE);
    const world = await run({ host: "0.0.0.0", control: "anywhere", catalogue: "small" });
    try {
      const reply = await world.call(`${throughAddress(world, outside)}/control/state`);
      expect(reply.status).toBe(200);
    } finally {
      await world.close();
    }
  });
});

describe("loopback", () => {
  it.each([
    ["127.0.0.1", true],
    ["127.9.9.9", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["10.0.0.1", false],
    ["::ffff:10.0.0.1", false],
    ["fd00::2", false],
    ["::", false],
    ["0.0.0.0", false],
    ["", false],
  ])("is %s: %s", (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});
