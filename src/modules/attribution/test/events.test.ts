/** A tracking event field by field: what the server works out, and what it takes away. */
import { describe, expect, it } from "vitest";
import { createEventLimit } from "../event-limit.ts";
import { cleanUrl, type EventContext, makeEvent, membershipDay, membershipDays, truncateAddress } from "../events.ts";

const ID = "0f8b7c9e-6f3c-4f5e-9d4e-6a2b0c1d2e3f";
const context: EventContext = {
  now: new Date("2027-03-10T19:42:00Z"),
  permitted: true,
  member: {
    user_id: "01981111-1111-7111-8111-111111111111",
    partner: "shipright",
    subscribed: true,
    created_at: new Date("2027-02-28T10:00:00Z"),
  },
  record: { sid: "03102027a", cid: null, partner: "joinsmarty" },
  nameOf: (partner) => ({ shipright: "ShipRight", joinsmarty: "JoinSmarty" })[partner] ?? null,
  address: "203.0.113.77",
  user_agent: "Mozilla/5.0",
  language: "en",
};
const make = (sent: Record<string, unknown>, more: Partial<EventContext> = {}) => {
  const row = makeEvent(sent, "page_view", ID, true, { ...context, ...more });
  return { row, document: JSON.parse(row.document) as Record<string, unknown> };
};

describe("a tracking event", () => {
  it("has every field of the specification", () => {
    const { document } = make({
      currenturl: "https://x.example/stores?page=2&email=a@b.example",
      install_time: 1_800_000_000,
    });
    expect(document).toMatchObject({
      action: "page_view",
      sid: "03102027a",
      reengagement: 1,
      membership_day: 20_270_310 - 20_270_228,
      membership_days: 10,
      install_time: "2027-01-15T08:00:00.000Z",
      signup_date: "2027-02-28",
      user_id: context.member?.user_id,
      subscriber: 1,
      webpartner_id: "shipright",
      web_partner_name: "ShipRight",
      currenturl: "https://x.example/stores?page=2",
      ip: "203.0.113.0",
    });
  });

  it("is no re-engagement on the day of the signup, nor for a visitor", () => {
    const today = { ...context.member, created_at: context.now } as EventContext["member"];
    expect(make({}, { member: today }).document).toMatchObject({
      reengagement: 0,
      membership_day: 0,
      membership_days: 0,
    });
    expect(make({}, { member: null }).document).toMatchObject({
      reengagement: 0,
      membership_day: null,
      user_id: null,
      subscriber: 0,
      webpartner_id: "joinsmarty",
    });
  });

  it("takes no word of its sender about who it was", () => {
    const { row, document } = make(
      { user_id: "somebody", subscriber: 1, signup_date: "1999-01-01" },
      { member: null, record: null },
    );
    expect(row).toMatchObject({ user_id: null, webpartner_id: null });
    expect(document).toMatchObject({ user_id: null, subscriber: 0, signup_date: null });
  });

  it("takes the campaign that a page sends, cleaned, where no record tells it", () => {
    const sent = { sid: "03102027x;drop" };
    expect(make(sent, { member: null, record: null }).row.sid).toBe("03102027x");
    expect(make({}, { member: null, record: null }).row.sid).toBeNull();
    const record = { sid: "01022027kept", cid: null, partner: null };
    expect(make(sent, { member: null, record }).row.sid, "ours goes before").toBe("01022027kept");
    expect(
      make(sent, { member: null, record: null, permitted: false }).row.sid,
      "and nothing without permission",
    ).toBeNull();
  });

  it("is bare without permission", () => {
    const { row, document } = make(
      { currenturl: "https://x.example/stores?page=2", merchant: "nike" },
      { permitted: false },
    );
    expect(row).toMatchObject({ user_id: null, sid: null, webpartner_id: null, marketing: false });
    expect(Object.keys(document).toSorted()).toEqual(["@timestamp", "action", "currenturl", "event", "schema_version"]);
    expect(document.currenturl).toBe("https://x.example/stores");
  });

  it.each([
    ["2027-03-10", "2027-03-10", 0, 0],
    ["2027-03-10", "2027-03-09", 1, 1],
    ["2027-03-01", "2027-02-28", 73, 1],
    ["2027-01-01", "2026-12-31", 8_870, 1],
  ])("on %s for a signup of %s: membership_day %d, membership_days %d", (today, signup, day, days) => {
    expect(membershipDay(today, signup)).toBe(day);
    expect(membershipDays(today, signup)).toBe(days);
  });

  it.each([
    ["https://x.example/password/reset/SECRETTOKEN/a@b.example", "https://x.example/password/reset/-"],
    ["https://x.example/verify/abc", "https://x.example/verify/-"],
    ["https://x.example/token/callback/abc.def.ghi", "https://x.example/token/callback/-"],
    ["/unsub/money?t=abc#x", "/unsub/-"],
    ["https://user:pass@x.example/stores", "https://x.example/stores"],
    [
      "https://x.example/p/nike-shoe-with-a-very-long-name/prd_01",
      "https://x.example/p/nike-shoe-with-a-very-long-name/prd_01",
    ],
    ["https://x.example/x/0198c0ffee0198c0ffee0198c0ffee01", "https://x.example/x/-"],
    ["https://x.example/find/jane@doe.example", "https://x.example/find/-"],
    ["https://x.example/?lang=es&token=abc&sid=1", "https://x.example/?lang=es"],
    ["javascript:alert(1)", null],
    [42, null],
  ])("tells of %j only %j", (url, told) => {
    expect(cleanUrl(url)).toBe(told);
  });

  it.each([
    ["203.0.113.77", "203.0.113.0"],
    ["::ffff:203.0.113.77", "203.0.113.0"],
    ["2001:db8:abcd:12::1", "2001:db8:abcd::"],
    ["::1", "0:0:0::"],
    ["nonsense", null],
  ])("keeps of %s the network %s", (address, network) => {
    expect(truncateAddress(address)).toBe(network);
  });
});

describe("the brake", () => {
  it("counts an address for a minute, and each for itself", () => {
    const within = createEventLimit(2);
    const at = (seconds: number) => new Date(Date.UTC(2027, 2, 10, 19, 42, seconds));
    expect([within("a", at(0)), within("a", at(1)), within("a", at(2)), within("b", at(3))]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(within("a", at(60))).toBe(true);
  });
});
