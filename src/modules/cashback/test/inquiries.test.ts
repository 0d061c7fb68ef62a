/** Questions to networks: what Impact's adapter files and reads of the document's own examples, and the rules around it. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { OutgoingError } from "#platform/outgoing";
import { readConfig } from "#settings";
import type { CashbackDeps } from "../context.ts";
import { createImpactInquiries, readInquiry } from "../impact/inquiries.ts";
import {
  INQUIRY_REASONS,
  isRefusal,
  isStore,
  nextLook,
  nextTry,
  orderedAt,
  plainNumber,
  visitSpan,
} from "../inquiries/inquiry-rules.ts";
import { INQUIRY_REASON_WORDS } from "../inquiries/inquiry-words.ts";

const recorded = JSON.parse(readFileSync(new URL("../impact/sample-inquiries.json", import.meta.url), "utf8"));

type Asked = { url: URL; method: string; headers: Record<string, string>; body: string; tries: number };
function over(answer: (asked: Asked) => unknown) {
  const asked: Asked[] = [];
  const calls = {
    json: async (
      _provider: string,
      request: { url: string; method?: string; headers: Record<string, string>; body?: string },
      options: { tries: number },
    ) => {
      const { method = "GET", headers, body = "" } = request;
      const one = { url: new URL(request.url), method, headers, body, tries: options.tries };
      asked.push(one);
      return answer(one);
    },
    // The adapter asks by `json` alone; the rest of the calls is not played.
  } as unknown as CashbackDeps["calls"];
  return { adapter: createImpactInquiries({ settings: readConfig({ NODE_ENV: "test" }), calls }), asked };
}
const ASKING = {
  ...{ reference: "inq_one", programme_id: "10306", order_number: "TEST & 1", amount_minor: 4_999n },
  ordered_at: new Date("2025-05-01T12:00:00Z"),
  tracking_link: "https://track.example/c/1/2/3?subId1=clk",
};

describe("Impact's action inquiries (partner-actioninquiries-v16)", () => {
  it("are filed once, as a form of documented fields, with nothing about who bought", async () => {
    const { adapter, asked } = over(() => recorded.created);
    expect(await adapter.file(ASKING)).toBe("15652378");
    const [one, ...more] = asked;
    expect([more, one?.method, one?.tries]).toEqual([[], "POST", 1]);
    expect(one?.url.pathname).toMatch(/\/Mediapartners\/IRsandbox0000\/ActionInquiries$/);
    expect(one?.headers).toMatchObject({
      "content-type": "application/x-www-form-urlencoded",
      "IR-Version": "16",
      authorization: expect.stringMatching(/^Basic /),
    });
    const form = Object.fromEntries(new URLSearchParams(one?.body));
    expect(form).toEqual({
      CampaignId: "10306",
      OrderId: "TEST & 1",
      TransactionDate: "2025-05-01T12:00:00.000Z",
      TransactionAmount: "49.99",
      InquiryType: "UNTRACKED",
      MediaPartnerInquiryId: "inq_one",
      TrackingLink: "https://track.example/c/1/2/3?subId1=clk",
    });
    for (const name of Object.keys(form)) expect(recorded.form).toContain(name);
    await adapter.file({ ...ASKING, tracking_link: null });
    expect(asked[1]?.body).not.toContain("TrackingLink");
  });

  it.each([
    [null],
    [{}],
    [{ Status: "OK" }],
    [{ Status: "ERROR", Uri: "/Mediapartners/x/ActionInquiries/1" }],
    [{ Status: "OK", Uri: "/Mediapartners/x/Actions/1" }],
  ])("that are answered by %j are unclear, not filed", async (answer) => {
    await expect(over(() => answer).adapter.file(ASKING)).rejects.toMatchObject({ unknown: true });
  });

  it("are found by our own number alone, also where the list holds those of others", async () => {
    const { adapter, asked } = over(() => recorded);
    expect(await adapter.find("inq_two")).toMatchObject({ id: "15652379", state: "declined", reason: "not_completed" });
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({ MediaPartnerInquiryId: "inq_two" });
    expect(await adapter.find("inq_nobody")).toBeNull();
    await expect(over(() => ({ Status: "OK" })).adapter.find("inq_two")).rejects.toMatchObject({ unknown: true });
  });

  it("are read as they stand, whatever the number is written as", async () => {
    expect(recorded.ActionInquiries.map(readInquiry)).toEqual([
      { id: "15652378", reference: "", state: "approved", reason: null, order_key: "8882.4335" },
      { id: "15652379", reference: "inq_two", state: "declined", reason: "not_completed", order_key: null },
      { id: "15652380", reference: "inq_three", state: "filed", reason: null, order_key: null },
      { id: "15652381", reference: "inq_four", state: "incomplete", reason: null, order_key: null },
    ]);
    for (const wrong of [null, [], {}, { Id: 1, ResolutionStatus: "MAYBE" }]) expect(readInquiry(wrong)).toBeNull();
  });

  it("have a reason of ours for each of the document's, and one for what it may add", () => {
    const reasonOf = (RejectReason: string) =>
      readInquiry({ Id: 1, ResolutionStatus: "DECLINED", RejectReason })?.reason ?? "none";
    const known = recorded.RejectReason.map(reasonOf);
    expect(new Set(known).size).toBe(recorded.RejectReason.length);
    expect([reasonOf("Other"), reasonOf("Something new"), reasonOf("")]).toEqual(["other", "other", "other"]);
    for (const code of INQUIRY_REASONS) expect(INQUIRY_REASON_WORDS[code].es).not.toBe(INQUIRY_REASON_WORDS[code].en);
  });

  it("that Impact does not know are lost; every other failure is not that", async () => {
    const fail = (status: number) => () => {
      throw new OutgoingError("no", { status, unknown: status >= 500 });
    };
    expect(await over(fail(404)).adapter.look("1", "inq_one")).toBeNull();
    await expect(over(fail(500)).adapter.look("1", "inq_one")).rejects.toMatchObject({ status: 500 });
    await expect(over(() => ({})).adapter.look("1", "inq_one")).rejects.toMatchObject({ unknown: true });
  });
});

describe("an answer that is not about what was asked", () => {
  const look = (row: object) => over(() => row).adapter.look("7", "inq_one");
  const row = { Id: 7, MediaPartnerInquiryId: "inq_one", ResolutionStatus: "VALID", ActionId: "8882.1" };
  it.each([
    [{ ...row, Id: 8 }],
    [{ ...row, MediaPartnerInquiryId: "inq_two" }],
    [{ ...row, ActionId: "../Clicks" }],
    [{ ...row, ActionId: ".." }],
    [{ ...row, ActionId: "1\u0000" }],
  ])("is unclear: %j", async (wrong) => {
    await expect(look(wrong)).rejects.toMatchObject({ unknown: true });
    expect(await look(row)).toMatchObject({ id: "7", order_key: "8882.1" });
    expect(await look({ ...row, ActionId: "" })).toMatchObject({ order_key: null });
  });

  it("holds ours but cannot be read, so that nothing is filed beside it", async () => {
    const ActionInquiries = [{ ...row, ResolutionStatus: "REVIEWED" }];
    await expect(over(() => ({ ActionInquiries })).adapter.find("inq_one")).rejects.toMatchObject({ unknown: true });
    expect(await over(() => ({ ActionInquiries })).adapter.find("inq_two")).toBeNull();
  });
});

describe("the rules", () => {
  it("keep an order's number in one way, and leave letters that only look like ours to a person", () => {
    for (const typed of ["MF-1001", " #MF-1001", "ＭＦ－１００１", "MF\u20111001", "MF\u20131001", "M\u200bF-10 01"])
      expect(plainNumber(typed), typed).toBe("MF-1001");
    for (const odd of ["\u041cF-1001", "MF-1001\u3164", "MF-100\u0661", "M\u0301F-1001", "#", " "])
      expect(plainNumber(odd), odd).toBeNull();
  });

  const now = new Date("2027-03-10T12:00:00Z");
  const hours = (at: Date | null) => at && (at.getTime() - now.getTime()) / 3_600_000;

  it("try again later and later, and then leave it to a person", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((tries) => hours(nextTry(tries, now)))).toEqual([
      ...[1 / 12, 0.25, 1, 4, 12, 24, 24, null],
    ]);
    expect([0, 1, 2, 50].map((looks) => hours(nextLook(looks, now)))).toEqual([1, 6, 24, 24]);
  });

  it("tell a refusal from what passes, from keys and from limits", () => {
    expect([400, 404, 422].map(isRefusal)).toEqual([true, true, true]);
    expect([null, 200, 401, 403, 408, 429, 500, 503].filter(isRefusal)).toEqual([]);
  });

  it("know a store by its whole name, however it is written", () => {
    const store = { merchant_name: "Marlow Finch", internal_name: "marlow-finch" };
    for (const typed of ["marlow finch", "MarlowFinch.com", "https://www.marlowfinch.com/cart", "Márlow-Finch"])
      expect(isStore(typed, store), typed).toBe(true);
    for (const typed of ["", "Finch", "Marlow", "Marlow Finch Outlet", "!!"])
      expect(isStore(typed, store), typed).toBe(false);
  });

  it("look among the visits of a month, to the end of the day in Hawaii, and order after the visit", () => {
    expect(visitSpan("2027-03-10")).toEqual({
      from: new Date("2027-02-08T00:00:00Z"),
      to: new Date("2027-03-11T10:00:00Z"),
    });
    const at = (clicked: string, now = "2027-03-20T00:00:00Z") =>
      orderedAt("2027-03-10", new Date(clicked), new Date(now)).toISOString();
    expect(at("2027-03-09T08:00:00Z")).toBe("2027-03-10T12:00:00.000Z");
    expect(at("2027-03-11T02:00:00Z")).toBe("2027-03-11T02:00:00.000Z");
    // Whoever is ahead of our day may have bought tomorrow.
    expect(at("2027-03-09T08:00:00Z", "2027-03-09T22:00:00Z")).toBe("2027-03-09T22:00:00.000Z");
  });
});
