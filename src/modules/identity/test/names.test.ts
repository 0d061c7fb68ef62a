import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AccountCaller,
  createAccountCaller,
  PASSWORD,
  sessionOf,
} from "../../../../test/support/account-calls.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { cleanName, isPlainName } from "../names.ts";
import { mailboxOf, maskEmail } from "../rules.ts";
import { nameFor } from "../social/rules.ts";

const ADVERTISEMENTS = [
  "You won $500: http://evil.example/claim",
  "Claim at evil.com",
  "www.evil.example",
  "Ana evil.co.uk/win",
  "write to boss@evil.example",
  "Rosa\r\nYou won",
  "Rosa\u2028You won",
  "Rosa\u0007",
  "Rosa \u202eevil",
  "evil．com",
  "evil。com",
  "e\u200bvil.c\u200bom",
  "https evil",
  "HTTPS://EVIL.EXAMPLE",
  "сайт.рф",
  "me＠evil.com",
];
const NAMES = [
  "Rosa Delgado",
  "Dr.Ana María Núñez-Peña",
  "J.R.R. Tolkien",
  "St.John Smythe",
  "Seán O'Brien Jr.",
  "محمد علي",
  "李小龍",
  "Zoë 🌱",
  "X Æ A-12",
  "Martin Luther King, Jr.",
];

describe("a name", () => {
  it.each(ADVERTISEMENTS)("%j is refused", (name) => expect(isPlainName(name)).toBe(false));
  it.each(NAMES)("%j is one", (name) => {
    expect(isPlainName(name)).toBe(true);
    expect(cleanName(name)).toBe(name);
  });
  it.each([
    ["Rosa http://evil.example Delgado", "Rosa Delgado"],
    ["Rosa\r\nDelgado", "Rosa Delgado"],
    ["evil.com", ""],
    ["Rosa boss@evil.com", "Rosa"],
    ["\u202eRosa", "Rosa"],
    [`${"x".repeat(119)}🌱`, "x".repeat(119)],
  ])("%j that a provider told becomes %j", (told, clean) => expect(cleanName(told)).toBe(clean));
  it("of a provider never becomes an advertisement", () => {
    for (const name of ADVERTISEMENTS) {
      const profile = { name, email: `${name.replaceAll(/\s/g, "")}@x.example`, is_private_email: false };
      expect([name, isPlainName(nameFor(profile, "en"))]).toEqual([name, true]);
    }
  });
});

it("an address is shown in part, and its mailbox known however it is written", () => {
  expect([maskEmail("rosa@example.com"), maskEmail("x@a.b")]).toEqual(["r•••@example.com", "x•••@a.b"]);
  expect(["R.o.s.a+win@googlemail.com", "rosa@gmail.com"].map(mailboxOf)).toEqual(["rosa@gmail.com", "rosa@gmail.com"]);
  expect(mailboxOf("r.osa+2@example.com")).toBe("r.osa@example.com");
});

describe("members", () => {
  let world: World;
  let caller: AccountCaller;
  beforeAll(async () => {
    world = await createWorld();
    caller = createAccountCaller(world);
  });
  afterAll(() => world.close());

  it("advertise nothing in letters to addresses that they type", async () => {
    const register = (name: string, cookie = "") =>
      caller.call(
        "POST",
        "/api/web/register",
        { name, email: "typed@example.com", password: PASSWORD, password_confirmation: PASSWORD },
        { cookie },
      );
    for (const name of ADVERTISEMENTS) {
      const answer = await register(name);
      expect([name, answer.status, answer.body.code]).toEqual([name, 422, "name_invalid"]);
    }
    expect((await register("evil.com", "lang=es")).body.errors).toEqual({
      name: ["Un nombre no puede tener enlaces, correos ni saltos de línea. Escribe solo tu nombre."],
    });
    await world.work();
    expect(await world.mails("typed@example.com")).toEqual([]);
    const session = sessionOf(await register("Rosa Delgado"));
    const rename = (name: string) => caller.call("PUT", "/api/account/profile", { name, language: "en" }, { session });
    for (const name of ADVERTISEMENTS) expect((await rename(name)).body.code).toBe("name_invalid");
    expect((await rename("Rosa D.")).status).toBe(200);
  });

  it("who are one person share traces, however they call their browser", async () => {
    const enter = async (email: string, from: string, agent: string, cookie = "") => {
      const form = { name: "Rosa", email, password: PASSWORD, password_confirmation: PASSWORD };
      const answer = await caller.call("POST", "/api/web/register", form, { from, agent, cookie });
      const { rows } = await world.base.handle.pool.query("select user_id from identity.users where email = $1", [
        email,
      ]);
      const device = answer.cookies.find(({ name }) => name === "tp_device")?.value ?? "";
      return { id: String(rows[0].user_id), device: `tp_device=${device}` };
    };
    const rosa = await enter("rosa.first@gmail.com", "2001:db8:1:1::1", "Firefox");
    const shared = async (other: { id: string }) => world.identity.sharedTraces(rosa.id, other.id);
    const none = { device: false, network: false, mailbox: false, card: false };
    expect(await shared(await enter("stranger@example.com", "203.0.113.1", "Firefox"))).toEqual(none);
    const agent = await enter("second@example.com", "2001:db8:1:1:ffff::2", "Chrome");
    expect(await shared(agent)).toEqual({ ...none, network: true });
    const browser = await enter("third@example.com", "2001:db8:1:1::3", "Firefox");
    expect(await shared(browser)).toEqual({ ...none, network: true, device: true });
    const cookie = await enter("fourth@example.com", "198.51.100.4", "Other/1", rosa.device);
    expect(await shared(cookie)).toEqual({ ...none, device: true });
    const mailbox = await enter("rosafirst+2@googlemail.com", "198.51.100.5", "Other/2");
    expect(await shared(mailbox)).toEqual({ ...none, mailbox: true });
    world.identity.registerTraceSource(async (one, other) => one === rosa.id && other === agent.id);
    expect(await shared(agent)).toEqual({ ...none, network: true, card: true });
    // A new password shuts the device out of the account, and not out of the comparison.
    await world.base.handle.pool.query("update identity.devices set dropped_at = now() where user_id = $1", [rosa.id]);
    expect(await shared(cookie)).toEqual({ ...none, device: true });
  });
});
