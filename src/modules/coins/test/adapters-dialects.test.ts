/** Every dialect: the documented callback is read, and nothing that differs from what was signed. */
import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createAdgem } from "../adgem/adgem.ts";
import { signedText as ayetText, createAyet } from "../ayet/ayet.ts";
import { createBitlabs } from "../bitlabs/bitlabs.ts";
import { createCpx } from "../cpx/cpx.ts";
import type { ProviderDeps } from "../dialect/deps.ts";
import { createGeneric } from "../generic/generic.ts";
import { createLootably } from "../lootably/lootably.ts";
import { createPollfish, signedText as pollfishText } from "../pollfish/pollfish.ts";
import type { CoinProvider, Received, Told } from "../provider.types.ts";
import { createTheoremreach } from "../theoremreach/theoremreach.ts";
import { createTorox } from "../torox/torox.ts";
import {
  CALLBACK,
  expectRefused,
  ODD_AMOUNTS,
  ODD_IDS,
  over,
  query,
  read,
  received,
  toldBy,
  whyNot,
} from "./over-recorded.ts";

type Fields = Record<string, string>;
type Dialect = {
  name: string;
  create: (deps: ProviderDeps) => CoinProvider;
  /** As the vendor signs it. */
  sign(fields: Fields): Received;
  amount: string;
  user: string;
  tx: string;
  /** Parameters that cannot be changed once it is signed. */
  held: readonly string[];
  told: Partial<Told>;
  /** What turns the sample into its reversal, and what that is; null where there is none. */
  back: [Fields, Partial<Told>] | null;
  /** Whether it counts where it comes from. */
  placed: boolean;
};

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const at = (name: string, fields: Fields) => `${CALLBACK(name)}?${query(fields)}`;
const signsAddress = (name: string, parameter: string, hash: (text: string) => string) => (fields: Fields) => {
  const target = at(name, fields);
  return received(`${target}&${parameter}=${hash(`https://shop.example${target}`)}`);
};
const adds = (name: string, parameter: string, hash: (fields: Fields) => string) => (fields: Fields) =>
  received(at(name, { ...fields, [parameter]: hash(fields) }));

const DIALECTS: readonly Dialect[] = [
  {
    name: "ayet",
    create: createAyet,
    sign: (fields) =>
      received(at("ayet", fields), {
        headers: {
          "x-ayetstudios-security-hash": createHmac("sha256", "sandbox-ayet-key")
            .update(ayetText(new Map(Object.entries(fields))))
            .digest("hex"),
        },
      }),
    amount: "payout_usd",
    user: "external_identifier",
    tx: "transaction_id",
    held: ["payout_usd", "external_identifier", "transaction_id", "currency_amount", "is_chargeback"],
    told: { kind: "credit", payout_micros: 360_000n, told_coins: 360n, start: "srt_1", offer_id: "218820" },
    back: [
      { transaction_id: "r-381f2b", is_chargeback: "1", payout_usd: "-0.36", currency_amount: "-360" },
      { tx_id: "r-381f2b", origin_tx_id: "381f2b", payout_micros: 360_000n },
    ],
    placed: false,
  },
  {
    name: "adgem",
    create: createAdgem,
    sign: signsAddress("adgem", "verifier", (text) =>
      createHmac("sha256", "sandbox-adgem-postback").update(text).digest("hex"),
    ),
    amount: "payout",
    user: "player_id",
    tx: "transaction_id",
    held: ["payout", "player_id", "transaction_id", "goal_id", "amount"],
    told: { kind: "credit", payout_micros: 1_500_000n, told_coins: 150n, goal_id: "12345678911123456", start: "srt_1" },
    back: [
      { payout: "-1.5", amount: "-150" },
      { origin_tx_id: null, payout_micros: 1_500_000n, told_coins: 150n },
    ],
    placed: false,
  },
  {
    name: "torox",
    create: createTorox,
    sign: adds("torox", "sig", (f) => md5(`${f.oid}-${f.user_id}-sandbox-torox-secret`)),
    amount: "payout",
    user: "user_id",
    tx: "id",
    held: ["oid", "user_id"],
    told: { kind: "credit", payout_micros: 10_675_000n, told_coins: 8_873n, offer_id: "19524555", start: "srt_1" },
    back: [
      { payout: "-10.675", amount: "-8873" },
      { origin_tx_id: null, payout_micros: 10_675_000n },
    ],
    placed: true,
  },
  {
    name: "lootably",
    create: createLootably,
    sign: adds("lootably", "hash", (f) =>
      createHash("sha256")
        .update(`${f.userID}${f.ip}${f.revenue}${f.currencyReward}sandbox-lootably-postback`)
        .digest("hex"),
    ),
    amount: "revenue",
    user: "userID",
    tx: "transactionID",
    held: ["userID", "ip", "revenue", "currencyReward"],
    told: { kind: "credit", payout_micros: 500_000n, told_coins: 100n, offer_id: "402115", goal_id: "level-5" },
    back: [{ status: "0" }, { origin_tx_id: null, payout_micros: 500_000n }],
    placed: true,
  },
  {
    name: "generic",
    create: createGeneric,
    sign: adds("generic", "signature", (f) => md5(`${f.subId}${f.transId}${f.reward}sandbox-generic-secret`)),
    amount: "payout",
    user: "subId",
    tx: "transId",
    held: ["subId", "transId", "reward"],
    told: { kind: "credit", payout_micros: 4_053_000n, told_coins: 283n, offer_id: "71403" },
    back: [{ status: "2" }, { origin_tx_id: null, payout_micros: 4_053_000n }],
    placed: true,
  },
  {
    name: "cpx",
    create: createCpx,
    sign: adds("cpx", "secure_hash", (f) => md5(`${f.trans_id}-sandbox-cpx-secure-hash`)),
    amount: "amount_usd",
    user: "user_id",
    tx: "trans_id",
    held: ["trans_id"],
    told: { kind: "credit", payout_micros: 1_725_000n, told_coins: 172n, offer_id: "2159251", start: "srt_1" },
    back: [{ status: "2" }, { origin_tx_id: null, payout_micros: 1_725_000n }],
    placed: true,
  },
  {
    name: "bitlabs",
    create: createBitlabs,
    sign: signsAddress("bitlabs", "hash", (text) =>
      createHmac("sha1", "sandbox-bitlabs-secret").update(text).digest("hex"),
    ),
    amount: "usd",
    user: "uid",
    tx: "tx",
    held: ["usd", "uid", "tx", "type", "ref"],
    told: { kind: "credit", payout_micros: 1_720_000n, told_coins: 172n, offer_id: "survey-7" },
    back: [
      { type: "RECONCILIATION", tx: "tx-2", ref: "tx-1", usd: "-1.72" },
      { tx_id: "tx-2", origin_tx_id: "tx-1" },
    ],
    placed: false,
  },
  {
    name: "theoremreach",
    create: createTheoremreach,
    sign: signsAddress("theoremreach", "hash", (text) =>
      createHmac("sha1", "sandbox-theoremreach-secret")
        .update(text)
        .digest("base64")
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", ""),
    ),
    amount: "reward",
    user: "user_id",
    tx: "tx_id",
    held: ["user_id", "tx_id", "reward", "currency", "reversal"],
    told: { kind: "credit", payout_micros: 625_000n, told_coins: 250n, start: "srt_1" },
    back: [{ reversal: "true" }, { origin_tx_id: null, payout_micros: 625_000n }],
    placed: false,
  },
  {
    name: "pollfish",
    create: createPollfish,
    sign: adds("pollfish", "signature", (fields) =>
      createHmac("sha1", "sandbox-pollfish-secret")
        .update(pollfishText(new Map(Object.entries(fields))) ?? "")
        .digest("base64"),
    ),
    amount: "cpa",
    user: "request_uuid",
    tx: "tx_id",
    held: ["cpa", "device_id", "request_uuid", "reward_value", "status", "term_reason", "timestamp", "tx_id"],
    told: { kind: "credit", payout_micros: 300_000n, told_coins: 300n, said_at: new Date(1_463_152_452_308) },
    back: null,
    placed: false,
  },
];

describe.each(DIALECTS)("$name", ({ name, create, sign, amount, user, tx, held, told, back, placed }) => {
  const { adapter } = over(create);
  const [source = "", line = ""] = read(`${name}/sample-callback.txt`).split("\n");
  const fields: Fields = Object.fromEntries(new URLSearchParams(line));
  const changed = (callback: Received, change: Fields): Received => {
    const given = Object.fromEntries(new URLSearchParams(callback.target.split("?")[1]));
    return { ...callback, target: at(name, { ...given, ...change }) };
  };

  it("reads the documented callback, and is told all that our address asks for", () => {
    expect(source).toMatch(/^# \S/);
    expect(toldBy(adapter, sign(fields))).toMatchObject({
      tx_id: fields[tx],
      user_ref: fields[user],
      reason: null,
      ...told,
    });
    const asked = adapter.callback.split("&").map((pair) => pair.split("=")[0]);
    expect(Object.keys(fields).filter((field) => field !== "request_id" && !asked.includes(field))).toEqual([]);
  });

  if (back)
    it("reads what takes it back, with an amount that has no sign", () => {
      const [change, expected] = back;
      expect(toldBy(adapter, sign({ ...fields, ...change }))).toMatchObject({
        kind: "reversal",
        user_ref: fields[user],
        ...expected,
      });
    });

  it("refuses whatever was changed after it was signed", () => {
    const right = sign(fields);
    for (const field of held) {
      const forged = changed(right, { [field]: `${fields[field]}1` });
      expect(whyNot(adapter, forged), field).toBe("forged");
    }
    expectRefused(adapter, [{ ...received(at(name, fields)), headers: {} }], "forged");
  });

  it("cannot be made to read one thing in two ways", () => {
    for (const extra of [`${amount}=999`, `${user}=somebody`, `${amount}[]=999`, "bad=%E0%A4%A"]) {
      const right = sign(fields);
      const twice = { ...right, target: `${right.target}&${extra}` };
      const first = { ...right, target: right.target.replace("?", `?${extra}&`) };
      for (const callback of [twice, first]) {
        const verdict = adapter.read(callback);
        // A name that nobody knows may stand there where parameters are signed one by one.
        if (verdict.ok) expect([extra.endsWith("[]=999"), verdict.told]).toMatchObject([true, told]);
      }
    }
    expect(adapter.read({ ...sign(fields), method: "POST" }).ok).toBe(false);
    expect(adapter.read(received(`${CALLBACK(name)}?${"x".repeat(9_000)}`)).ok).toBe(false);
    expect(adapter.read(received(CALLBACK(name))).ok).toBe(false);
  });

  it("reads no odd amount and no odd id, also when they are signed", () => {
    expectRefused(adapter, [
      ...ODD_AMOUNTS.map((odd) => sign({ ...fields, [amount]: odd })),
      ...ODD_IDS.flatMap((odd) => [sign({ ...fields, [user]: odd }), sign({ ...fields, [tx]: odd })]),
    ]);
  });

  it("says of a step without pay that it pays nothing, never that the pay is not known", () => {
    const verdict = adapter.read(sign({ ...fields, [amount]: "0" }));
    if (verdict.ok && verdict.told.kind === "progress")
      expect(verdict.told).toMatchObject({ payout_micros: 0n, told_coins: 0n, goal_id: null });
    else if (verdict.ok) expect(verdict.told.payout_micros).toBe(name === "theoremreach" ? 625_000n : 0n);
  });

  it("pays nothing that is less than nothing", () => {
    const verdict = adapter.read(sign({ ...fields, [amount]: "-5" }));
    if (verdict.ok) expect(verdict.told).toMatchObject({ kind: "reversal", payout_micros: 5_000_000n });
  });

  if (placed)
    it("counts where it comes from, before anything else", () => {
      const right = sign(fields);
      expect(whyNot(adapter, { ...right, address: "203.0.113.9" })).toBe("foreign_address");
      expect(whyNot(adapter, { ...right, address: "not an address" })).toBe("foreign_address");
      expect(whyNot(adapter, { ...right, address: "::ffff:127.0.0.1" })).toBe("told");
      const listed = over(create, undefined, {
        [`${name === "generic" ? "GENERIC_WALL" : name.toUpperCase()}_ADDRESSES`]: "203.0.113.0/24, 2001:db8::1",
      });
      expect(whyNot(listed.adapter, { ...right, address: "203.0.113.9" })).toBe("told");
      expect(whyNot(listed.adapter, { ...right, address: "2001:db8::1" })).toBe("told");
      expect(whyNot(listed.adapter, right)).toBe("foreign_address");
    });

  it("says of itself whether its pay is signed", () => {
    // Lootably's is held, but not apart from what stands beside it.
    const heldApart = name !== "lootably" && held.includes(name === "theoremreach" ? "currency" : amount);
    expect(adapter.signs_payout).toBe(heldApart);
    expect(adapter).toMatchObject({ name, enabled: true, claims: { by: "mail" } });
  });
});
