/** What stories of the offer do: a browser with the flow's cookie, and the way to the account and the payment. */
import { createCipheriv } from "node:crypto";
import { expect } from "vitest";
import { secretOf } from "#platform/seal";
import type { Member } from "../../src/modules/identity/identity.server.ts";
import { type Caller, createLanding, type Landing } from "../../src/modules/landing/landing.server.ts";
import { createWorld } from "./world.ts";

/** Numbers that nobody chose and every run repeats: AES in counter mode over a fixed key. */
function seeded(seed: string): (below: number) => number {
  const cipher = createCipheriv("aes-256-ctr", Buffer.alloc(32, seed), Buffer.alloc(16));
  return (below) => {
    for (;;) {
      const number = cipher.update(Buffer.alloc(4)).readUInt32BE();
      if (number < 2 ** 32 - (2 ** 32 % below)) return number % below;
    }
  };
}

export const ADULT = { month: "5", year: "1990", country: "US" };
export type OfferStory = Awaited<ReturnType<typeof createOfferStory>>;

export async function createOfferStory() {
  const world = await createWorld();
  const { config } = world;
  const landing = createLanding({ ...world, settings: config, secret: secretOf(config), random: seeded("copper") });

  /** A browser: keeps the flow's cookie as browsers do. */
  function createBrowser(options: { country?: string | null; brand?: Partial<Caller["brand"]["offer"]> } = {}) {
    let cookie = "";
    let member: Member | null = null;
    const brand = { ...world.partners.home, offer: { ...world.partners.home.offer, ...options.brand } };
    const caller = (): Caller => ({
      header: (name) => (name === "cookie" ? cookie : null),
      member,
      brand,
    });
    return {
      caller,
      signIn: (as: Member | null) => {
        member = as;
      },
      async open(entry?: Parameters<Landing["open"]>[1]) {
        const opened = await landing.open(caller(), entry);
        if (opened.set_cookie) cookie = opened.set_cookie.split(";")[0] ?? "";
        return opened;
      },
      copyCookie: () => cookie,
      takeCookie: (line: string) => {
        cookie = line;
      },
    };
  }

  async function answerAll(browser: ReturnType<typeof createBrowser>) {
    for (const [at, answer] of ["weekly", null, "save"].entries())
      expect((await landing.answer(browser.caller(), { question: at + 1, answer })).ok).toBe(true);
  }
  async function toAccount(browser: ReturnType<typeof createBrowser>) {
    await browser.open();
    await landing.spin(browser.caller());
    await answerAll(browser);
    const checked = await landing.check(browser.caller(), ADULT);
    expect(checked).toMatchObject({ ok: true, value: { step: 4 } });
  }
  async function register(browser: ReturnType<typeof createBrowser>, name: string, phone = "", texts = false) {
    const member = (await world.member(name)) as Member;
    browser.signIn(member);
    const done = await landing.register({ ...browser.caller(), member }, { phone, texts, language: "en" });
    if (!done.ok) throw new Error(done.code);
    return { member, flow: done.value };
  }
  const rows = async <T = Record<string, unknown>>(query: string): Promise<T[]> =>
    (await world.base.handle.pool.query(query)).rows as T[];

  return { world, landing, createBrowser, answerAll, toAccount, register, rows };
}
