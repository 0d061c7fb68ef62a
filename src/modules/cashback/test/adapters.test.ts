/**
 * What the networks' adapters make of the published documents' samples, and whether what they ask for is in those documents. The
 * samples lie beside the adapters and name their sources.
 */
import { readFileSync } from "node:fs";
import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { readConfig } from "#settings";
import { createAwin } from "../awin/transactions.ts";
import { createCj } from "../cj/commissions.ts";
import type { CashbackDeps, NetworkAdapter } from "../context.ts";
import { createImpact } from "../impact/actions.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const sample = (path: string) => JSON.parse(read(path));

type Asked = { url: URL; headers: Record<string, string>; json: { query?: string } };

/** An adapter over recorded answers, and everything that it asked for. */
function over(
  create: (deps: Pick<CashbackDeps, "settings" | "calls">) => NetworkAdapter,
  answer: (asked: Asked) => unknown,
) {
  const asked: Asked[] = [];
  const calls = {
    json: async (_provider: string, request: { url: string; headers: Record<string, string>; json?: object }) => {
      const one = { url: new URL(request.url), headers: request.headers, json: request.json ?? {} };
      asked.push(one);
      return answer(one);
    },
    // Adapters ask by `json` alone; the rest of the calls is not played.
  } as unknown as CashbackDeps["calls"];
  return { adapter: create({ settings: readConfig({ NODE_ENV: "test" }), calls }), asked };
}

const USUAL = { locking_days: 30 };
const FROM = new Date("2026-03-01T00:00:00Z");
const TO = new Date("2026-03-02T00:00:00Z");

describe("Impact's actions (partner-actions-v16)", () => {
  const recorded = sample("impact/sample-actions.json");
  const answer = ({ url }: Asked) =>
    url.pathname.endsWith("/Items") ? { ActionItems: recorded.ActionItems } : { ...recorded, ActionItems: undefined };

  it("are asked for by documented parameters, with the version, and read to the cent", async () => {
    const { adapter, asked } = over(createImpact, answer);
    const rows = (await adapter.fetchChanged(FROM, TO)).map((row) => adapter.read(row.raw, USUAL));
    expect(asked.map(({ url }) => url.pathname.replace(/.*IRsandbox0000/, ""))).toEqual([
      "/Actions",
      "/Actions/1000.4636.158134/Items",
    ]);
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
      StartDate: "2026-03-01T00:00:00.000Z",
      EndDate: "2026-03-02T00:00:00.000Z",
      Page: "1",
      PageSize: "1000",
    });
    for (const { headers } of asked) expect(headers["IR-Version"]).toBe("16");
    expect(rows).toEqual([
      {
        network: "impact",
        row_id: "1000.4636.158133",
        order_key: "1000.4636.158133",
        original: true,
        programme_id: "1000",
        click_id: "0123456789abcdefghjkmnpq",
        order_reference: "9217374917472",
        status: "pending",
        sale_minor: 2_199n,
        commission_minor: 88n,
        currency: "USD",
        reason_code: null,
        ordered_at: new Date("2024-09-10T17:42:38Z"),
        clicked_at: new Date("2024-09-10T16:45:07Z"),
        locking_at: new Date("2024-09-26T07:00:00Z"),
      },
      expect.objectContaining({
        row_id: "1000.4636.158134",
        programme_id: "1000",
        click_id: null,
        order_reference: null,
        status: "declined",
        sale_minor: 0n,
        commission_minor: 0n,
        reason_code: "returned",
        clicked_at: null,
        locking_at: null,
      }),
    ]);
  });

  it("say why they were reversed by every documented reason", () => {
    const { adapter } = over(createImpact, answer);
    const reversed = recorded.Actions[1];
    const said = recorded.AdjustmentReasons.filter((reason: string) => !["OTHER", "APPROVED"].includes(reason));
    for (const AdjustmentReason of said)
      expect(adapter.read({ ...reversed, AdjustmentReason }, USUAL)?.reason_code, AdjustmentReason).not.toBe(
        "unexplained",
      );
  });

  it("take the reason of the item that was adjusted, not one that was approved", async () => {
    const items = [{ AdjustmentReason: "APPROVED" }, { AdjustmentReason: "ITEM_OUT_OF_STOCK" }];
    const { adapter } = over(createImpact, ({ url }) =>
      url.pathname.endsWith("/Items") ? { ActionItems: items } : recorded.Actions[1],
    );
    const [row] = await adapter.fetchByKey(["1000.4636.158134"]);
    expect(adapter.read(row?.raw, USUAL)?.reason_code).toBe("out_of_stock");
  });
});

describe("CJ's commissions (its own schema)", () => {
  const recorded = sample("cj/sample-commissions.json");
  const schema = buildSchema(read("cj/sample-schema.graphql"));

  it("are asked for in words of the schema, whatever is asked", async () => {
    let pages = 0;
    const { adapter, asked } = over(createCj, () => {
      pages += 1;
      const page = recorded.data.publisherCommissions;
      return { data: { publisherCommissions: { ...page, payloadComplete: pages > 1 } } };
    });
    await adapter.fetchChanged(FROM, TO);
    await adapter.fetchByKey(["2292067664", '"odd\\']);
    expect(asked).toHaveLength(4);
    for (const { json } of asked) expect(validate(schema, parse(json.query ?? ""))).toEqual([]);
    expect(asked[1]?.json.query).toContain('sinceCommissionId:"2292067666"');
  });

  it("are read to the cent, corrections as rows of their own", () => {
    const { adapter } = over(createCj, () => ({}));
    const rows = recorded.data.publisherCommissions.records.map((raw: unknown) => adapter.read(raw, USUAL));
    expect(rows).toEqual([
      {
        network: "cj",
        row_id: "2292067664",
        order_key: "1640003",
        original: true,
        programme_id: "4009001",
        click_id: "0123456789abcdefghjkmnpq",
        order_reference: "A-1001",
        status: "pending",
        sale_minor: 10_000n,
        commission_minor: 500n,
        currency: "USD",
        reason_code: null,
        ordered_at: new Date("2026-03-01T10:00:00Z"),
        clicked_at: new Date("2026-03-01T09:50:00Z"),
        locking_at: new Date("2026-04-10T00:00:00Z"),
      },
      expect.objectContaining({
        original: false,
        order_key: "1640003",
        status: "approved",
        sale_minor: -5_000n,
        commission_minor: -250n,
        reason_code: "returned",
      }),
      expect.objectContaining({
        order_key: "1640004",
        status: "declined",
        sale_minor: 0n,
        commission_minor: 125n,
        click_id: null,
        order_reference: null,
        clicked_at: null,
      }),
    ]);
  });

  it("say why they were corrected by every documented reason", () => {
    const { adapter } = over(createCj, () => ({}));
    const [, corrected] = recorded.data.publisherCommissions.records;
    const reasons = schema.getType("CorrectionReason");
    const names = reasons && "getValues" in reasons ? reasons.getValues().map((value) => value.name) : [];
    expect(names).toHaveLength(11);
    for (const correctionReason of names.filter((name) => name !== "OTHER_REASON"))
      expect(adapter.read({ ...corrected, correctionReason }, USUAL)?.reason_code, correctionReason).not.toBe(
        "unexplained",
      );
  });
});

describe("Awin's transactions", () => {
  const recorded = sample("awin/sample-transactions.json").transactions;

  it("are asked for by documented parameters, in windows that Awin takes, and read to the cent", async () => {
    const { adapter, asked } = over(createAwin, () => recorded);
    const found = await adapter.fetchChanged(new Date("2026-01-01T00:00:00Z"), TO);
    expect(new Set(asked.map(({ url }) => url.searchParams.get("dateType")))).toEqual(
      new Set(["transaction", "validation", "amendment"]),
    );
    for (const { url } of asked) {
      expect(Object.keys(Object.fromEntries(url.searchParams)).toSorted()).toEqual([
        "dateType",
        "endDate",
        "startDate",
        "timezone",
      ]);
      const [start, end] = [url.searchParams.get("startDate") ?? "", url.searchParams.get("endDate") ?? ""];
      for (const stamp of [start, end]) expect(stamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      expect(Date.parse(`${end}Z`) - Date.parse(`${start}Z`)).toBeLessThanOrEqual(31 * 86_400_000);
    }
    expect(found.map((row) => adapter.read(row.raw, USUAL))).toEqual([
      {
        network: "awin",
        row_id: "259630312",
        order_key: "259630312",
        original: true,
        programme_id: "7052",
        click_id: "0123456789abcdefghjkmnpq",
        order_reference: "111222333444",
        status: "pending",
        sale_minor: 5_596n,
        commission_minor: 559n,
        currency: "USD",
        reason_code: null,
        ordered_at: new Date("2017-02-20T22:04:00Z"),
        clicked_at: new Date("2017-01-23T12:18:00Z"),
        locking_at: null,
      },
      expect.objectContaining({ status: "declined", commission_minor: 559n, reason_code: "returned", click_id: null }),
    ]);
    await adapter.fetchByKey(["259630312", "259630313"]);
    expect(asked.at(-1)?.url.searchParams.get("ids")).toBe("259630312,259630313");
  });
});
