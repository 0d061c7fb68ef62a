import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userId } from "#platform/ids";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { orderTracked } from "../../cashback/letters.ts";
import { passwordChanged } from "../../identity/letters.ts";
import { leaveUrl, readLeaveToken } from "../leave-list.ts";
import { type Letter, renderHtml, renderPlain } from "../templates/layout.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const facts = {
  merchant: "Marlow <b>& Finch</b>",
  order_reference: "N-1",
  sale_minor: "12800",
  back_minor: "768",
  clicked_at: "2027-03-10T19:42:00Z",
  ordered_at: "2027-03-10T19:58:00Z",
  expected_at: "2027-04-09T00:00:00Z",
  reason: null,
};
const queue = (cause: string, known: { user_id: string; email: string; name: string; language: "en" | "es" }) => {
  const recipient = { ...known, partner: null };
  return world.database.transaction((tx) =>
    world.notifications.queue(tx, { cause, recipient, letter: orderTracked(facts) }),
  );
};

/** The welcome of a new member has a test of its own, and is sent before these. */
async function join(name: string, language: "en" | "es" = "en") {
  const member = await world.member(name, language);
  await world.work();
  return { ...member, welcomed: (await world.mails(member.email)).length };
}

describe("mails", () => {
  it("tell the minute of what happened to an account in their reader's own zone, by name; by UTC where none is known", async () => {
    const at = "2027-03-10T02:42:00Z";
    const whenOf = async (name: string, language: "en" | "es", zone: string | null) => {
      const member = await join(name, language);
      await world.notifications.setWhen(member.user_id, { ...(await world.notifications.when(member.user_id)), zone });
      const letter = passwordChanged({ name, at, device: "Firefox" });
      await world.database.transaction((tx) =>
        world.notifications.queue(tx, {
          cause: `zone:${name}`,
          recipient: { ...member, language, partner: null },
          letter,
        }),
      );
      await world.work();
      const { mails } = await world.control<{ mails: { id: number; text: string }[] }>(
        `/mails?to=${encodeURIComponent(member.email)}`,
      );
      const text = mails.toSorted((a, b) => b.id - a.id)[0]?.text ?? "";
      return /(?:When|Cuándo)\W+(.+)/.exec(text.replaceAll("\u00a0", " "))?.[1];
    };
    expect(await whenOf("Lou", "en", "America/Los_Angeles")).toBe("Mar 9, 2027, 6:42 PM PST");
    expect(await whenOf("Pau", "es", "America/New_York")).toBe("9 mar 2027, 9:42 p. m. EST");
    expect(await whenOf("Una", "en", null)).toBe("Mar 10, 2027, 2:42 AM UTC");
  });

  it("are sent once for a cause, in the member's language, with the headers of RFC 8058", async () => {
    const ana = await join("Ana", "es");
    await queue("cause-1", { ...ana, language: "es" });
    await queue("cause-1", { ...ana, language: "es" });
    await world.work();
    const { mails } = await world.control<{
      mails: { subject: string; html: string; text: string; headers: unknown }[];
    }>(`/mails?to=${ana.email}`);
    // Newest first.
    expect(mails).toHaveLength(ana.welcomed + 1);
    expect(mails[0]?.subject).toBe("Registramos $7.68 de Marlow <b>& Finch</b>");
    expect(mails[0]?.html).not.toContain("<b>&");
    expect(mails[0]?.text).toContain("Vuelve a ti: $7.68");
    const headers = JSON.stringify(mails[0]?.headers).toLowerCase();
    expect(headers).toContain("list-unsubscribe-post");
    expect(headers).toContain("/un?t=");
  });

  it("stop when the list was left, by the signed link alone", async () => {
    const bo = await join("Bo");
    await queue("cause-2", { ...bo, language: "en" });
    await world.work();
    const { mails } = await world.control<{ mails: { headers: unknown }[] }>(`/mails?to=${bo.email}`);
    const token = /\/un\?t=([^>"\\]+)/.exec(JSON.stringify(mails[0]?.headers))?.[1] ?? "";
    expect(await world.notifications.leave(decodeURIComponent(token))).toBe("money");
    await queue("cause-3", { ...bo, language: "en" });
    await world.work();
    expect(await world.mails(bo.email)).toHaveLength(bo.welcomed + 1);
  });

  it("wait for a mail server that is away, and come then", async () => {
    const cleo = await join("Cleo");
    await world.control("/fail", { target: "smtp", mode: "500", times: 1 });
    await queue("cause-4", { ...cleo, language: "en" });
    await world.work();
    expect(await world.mails(cleo.email)).toHaveLength(cleo.welcomed);
    // The kept connection may be gone with the refusal: then the next try only finds that out.
    for (let tries = 0; tries < 5 && (await world.mails(cleo.email)).length === cleo.welcomed; tries += 1) {
      await world.base.handle.pool.query("update graphile_worker._private_jobs set run_at = now()");
      await world.work();
    }
    // What was last said of it: the next try may have broken off behind the mail, and is then not repeated.
    const { rows } = await world.base.handle.pool.query("select * from notifications.mails where cause = 'cause-4'");
    const said = JSON.stringify(rows.map(({ html: _html, plain: _plain, ...row }) => row));
    expect(await world.mails(cleo.email), said).toHaveLength(cleo.welcomed + 1);
  });
});

const MEMBER = "0198c0de-0000-7000-8000-0000000000a1";

describe("links that leave a list", () => {
  it("open nothing when a letter of them is changed", () => {
    const token = new URL(leaveUrl("https://x.example", "secret", MEMBER, "money")).searchParams.get("t") ?? "";
    expect(token).toContain(userId.show(MEMBER));
    expect(readLeaveToken("secret", token)).toEqual({ user_id: MEMBER, list: "money" });
    expect(readLeaveToken("other", token)).toBeNull();
    expect(readLeaveToken("secret", token.replace("a1.", "a2."))).toBeNull();
    expect(readLeaveToken("secret", "")).toBeNull();
  });

  it("go on when they were sent with an id as the database has it", () => {
    const signed = (text: string) =>
      `${text}.${createHmac("sha256", "secret").update(`leave:${text}`).digest("base64url").slice(0, 32)}`;
    const token = signed(`${MEMBER}.money`);
    expect(readLeaveToken("secret", token)).toEqual({ user_id: MEMBER, list: "money" });
    expect(readLeaveToken("secret", token.replace("a1.", "a2."))).toBeNull();
    expect(readLeaveToken("secret", signed("u1.money"))).toBeNull();
  });
});

describe("letters", () => {
  it("say the same in markup and in plain text", () => {
    const letter: Letter = {
      subject: "S",
      headline: "Head & line",
      lead: "Lead",
      slip: { title: "Slip", rows: [{ term: "Term", value: "$1.00" }] },
      button: { label: "Go", href: "https://x.example/?a=1&b=2" },
    };
    const frame = {
      language: "en" as const,
      brand: "Tuppence",
      publicUrl: "https://x.example",
      postalAddress: "Street 1",
      reason: "Because",
      leave: null,
    };
    const html = renderHtml(letter, frame);
    const plain = renderPlain(letter, frame);
    for (const text of ["Lead", "Term", "$1.00", "Go", "Because", "Street 1"]) {
      expect(html).toContain(text);
      expect(plain).toContain(text);
    }
    expect(html).toContain("Head &amp; line");
    expect(html).toContain("?a=1&amp;b=2");
  });
});
