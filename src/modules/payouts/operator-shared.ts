/**
 * What operators see of the rule that a place serves one member: PayPal and Venmo accounts where several are paid or asked to
 * be, with what arrived with each, what each earned, and what waits because of the rule.
 */
import type { Coins } from "#coins";
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { MemberSection, ObjectAddition, ObjectLink, OperatorList, OperatorObject } from "#platform/operator";
import { known, readFilter } from "#platform/operator-parts";
import { isSharedKey, SHARED_ORDERS, sharedKey, sharedPlaceAfter } from "#platform/shared-things";
import { heldLink } from "./operator-held.ts";
import type { Payouts } from "./payouts.server.ts";
import { METHODS } from "./rules.ts";
import type { ReceiverUse, SharedReceiver } from "./shared-receiver-store.ts";

const MAX_ACCOUNTS = 100;
const MAX_HELD = 50;
const MAX_DEVICES = 10;

type CoinsDesk = Pick<Coins["desk"], "earned" | "sharedDevice" | "sharedDevicesOf">;
type SharedDesk = Payouts["shared"];

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const whole = (count: bigint | number): string => count.toLocaleString("en-US");
const several = (count: number, one: string): string => `${whole(count)} ${one}${count === 1 ? "" : "s"}`;
const sumOf = (all: Iterable<bigint>): bigint => [...all].reduce((sum, one) => sum + one, 0n);

const receiverLink = (row: SharedReceiver): ObjectLink => ({
  kind: "shared payout address",
  id: sharedKey(row.hash),
  line: `${several(row.accounts, "account")} at one ${METHODS[row.method].en} address, the newest on ${dayOf(row.joined_at)}`,
});
const useWords = ({ is_paid, confirmed_at, at }: ReceiverUse): string => {
  if (!is_paid) return `asked to be paid there on ${dayOf(at)}, and was stopped`;
  return `is paid there since ${dayOf(at)}${confirmed_at ? `, sharing it as a person confirmed on ${dayOf(confirmed_at)}` : ""}`;
};

async function readMoney(desk: SharedDesk, coins: CoinsDesk, userIds: readonly string[]) {
  const [arrived, earned] = await Promise.all([desk.arrived(userIds), coins.earned(userIds)]);
  return {
    arrived: sumOf(arrived.values()),
    credited: sumOf([...earned.values()].map((one) => one.credited)),
    of: (id: string): string =>
      `${showUsd(arrived.get(id) ?? 0n)} paid out by all ways, ${whole(earned.get(id)?.credited ?? 0n)} coins credited`,
  };
}

export const sharedReceiverObject = (desk: SharedDesk, coins: CoinsDesk): OperatorObject => ({
  kind: "shared payout address",
  permission: "money.see",
  async search(text) {
    const found = isSharedKey(text) && (await desk.one(text, 1));
    return found ? [receiverLink(found.receiver)] : [];
  },
  async show(key, may = () => true) {
    const found = isSharedKey(key) && (await desk.one(key, MAX_ACCOUNTS));
    if (!found) return null;
    const { receiver, uses } = found;
    const [money, held, devices] = await Promise.all([
      readMoney(desk, coins, receiver.user_ids),
      desk.heldAt(receiver.hash, MAX_HELD),
      may("members.see") ? coins.sharedDevicesOf(receiver.user_ids, { least: 2, most: MAX_DEVICES }) : [],
    ]);
    const numberOf = (at: number) => receiver.accounts - uses.length + at + 1;
    return {
      facts: known({
        address: `${key}…, of its hash`,
        way: METHODS[receiver.method].en,
        accounts: `${receiver.accounts}${receiver.accounts > uses.length ? `, the newest ${uses.length} are named` : ""}`,
        "first used": receiver.first_at,
        "shared since": receiver.shared_at,
        "newest account": receiver.joined_at,
        "paid out to them": showUsd(money.arrived),
        "coins credited": whole(money.credited),
        "held by the rule": showUsd(receiver.held_minor),
        rule: "one account at PayPal or Venmo serves one member, until a person confirms that it is shared",
      }),
      personal: known({ "goes to": [...new Set(uses.map(({ label }) => label))].join(", ") }),
      timeline: uses.flatMap(({ at, is_paid }, place) => [
        {
          at,
          what: `account ${numberOf(place)} ${is_paid ? "used it" : "asked to be paid there"} for the first time`,
          by: "member",
        },
      ]),
      links: [
        ...uses.map((use, at) => ({
          ...{ kind: "member", id: userId.show(use.user_id) },
          line: `account ${numberOf(at)}, ${useWords(use)}: ${money.of(use.user_id)}`,
        })),
        ...held.map(heldLink),
        ...devices.map((device) => ({
          ...{ kind: "shared device", id: sharedKey(device.hash) },
          line: `a device that some of them share, since ${dayOf(device.shared_at)}`,
        })),
      ],
    };
  },
});

export const sharedReceiverList = (desk: SharedDesk, coins: CoinsDesk): OperatorList => ({
  name: "shared payout addresses",
  what: "PayPal and Venmo accounts where more than one member is paid or asked to be, with what those members earned",
  permission: "money.see",
  filters: [{ name: "order", values: SHARED_ORDERS }],
  async read({ filters, after, most }) {
    const order = readFilter(filters.order, SHARED_ORDERS) ?? SHARED_ORDERS[0];
    const rows = await desk.list({ order, after, most });
    const all = rows.flatMap(({ user_ids }) => user_ids);
    const [arrived, earned] = await Promise.all([desk.arrived(all), coins.earned(all)]);
    return {
      rows: rows.map((row) => ({
        ...receiverLink(row),
        facts: known({
          address: `${sharedKey(row.hash)}…`,
          way: METHODS[row.method].en,
          accounts: String(row.accounts),
          "held by the rule": showUsd(row.held_minor),
          "paid out to them": showUsd(sumOf(row.user_ids.map((id) => arrived.get(id) ?? 0n))),
          "coins credited": whole(sumOf(row.user_ids.map((id) => earned.get(id)?.credited ?? 0n))),
          "newest account": row.joined_at,
          "shared since": row.shared_at,
        }),
      })),
      after: sharedPlaceAfter(rows, most),
    };
  },
});

export const sharedReceiverSection = (desk: SharedDesk, coins: CoinsDesk): MemberSection => ({
  name: "shared payout addresses",
  what: "Where they are paid, or asked to be, beside other members",
  permission: "money.see",
  async list(user, most) {
    const rows = await desk.of([user], most);
    return Promise.all(
      rows.map(async (row) => {
        const others = row.user_ids.filter((id) => id !== user);
        const money = await readMoney(desk, coins, others);
        return {
          ...receiverLink(row),
          at: row.joined_at,
          line: `${several(row.accounts - 1, "other account")} by ${METHODS[row.method].en}, shared since ${dayOf(row.shared_at)}: ${showUsd(money.arrived)} paid out to them, ${whole(money.credited)} coins credited`,
        };
      }),
    );
  },
});

/** Beside what the accounts of one device earned: what paid out to them, and where several of them are paid. */
export const sharedDeviceAddition = (desk: SharedDesk, coins: CoinsDesk): ObjectAddition => ({
  kind: "shared device",
  permission: "money.see",
  async read(key) {
    const found = isSharedKey(key) && (await coins.sharedDevice(key, 1));
    if (!found) return {};
    const { user_ids } = found.device;
    const [arrived, receivers] = await Promise.all([desk.arrived(user_ids), desk.of(user_ids, MAX_HELD)]);
    return {
      facts: known({ "paid out to them": showUsd(sumOf(arrived.values())) }),
      links: receivers.map(receiverLink),
    };
  },
});
