/**
 * What operators see of the rule of one account a person: devices that several accounts signed in from, with what each
 * account earned, what waits because of the rule, and with whom whoever began an offer had what in common.
 */
import type { SharedTraces } from "#identity";
import { userId } from "#platform/ids";
import type { Facts, MemberSection, ObjectLink, OperatorList, OperatorObject } from "#platform/operator";
import { known, readFilter } from "#platform/operator-parts";
import { isSharedKey, SHARED_ORDERS, sharedKey, sharedPlaceAfter } from "#platform/shared-things";
import type { CoinsDesk } from "./desk.ts";
import { rewardId } from "./ids.ts";
import { reasonWords } from "./reason-words.ts";
import type { RewardRow } from "./reward-store.ts";
import { type Earned, NOTHING_EARNED, ONE_ACCOUNT } from "./shared-account-store.ts";
import type { StartRow } from "./start-store.ts";

const MAX_ACCOUNTS = 100;
const MAX_REWARDS = 50;
const MAX_DEVICES = 5;

type SharedDevice = Awaited<ReturnType<CoinsDesk["sharedDevices"]>>[number];

const whole = (coins: bigint): string => coins.toLocaleString("en-US");
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const several = (count: number, one: string): string =>
  `${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`;

/** What an account earned, in a line. */
export function earnedWords({ credited, waiting, stopped }: Earned): string {
  const parts = [`${whole(credited)} coins credited`];
  if (waiting > stopped) parts.push(`${whole(waiting - stopped)} wait`);
  if (stopped > 0n) parts.push(`${whole(stopped)} held by the rule`);
  return parts.join(", ");
}
export const sumOf = (all: Iterable<Earned>): Earned =>
  [...all].reduce(
    (sum, one) => ({
      credited: sum.credited + one.credited,
      waiting: sum.waiting + one.waiting,
      stopped: sum.stopped + one.stopped,
    }),
    NOTHING_EARNED,
  );

const deviceLink = (device: SharedDevice): ObjectLink => ({
  kind: "shared device",
  id: sharedKey(device.hash),
  line: `${several(device.accounts, "account")} signed in from it, the newest on ${dayOf(device.joined_at)}`,
});
const stoppedLink = (row: RewardRow): ObjectLink => ({
  kind: "coin reward",
  id: rewardId.show(row.reward_id),
  line: `${whole(row.coins)} coins from ${row.name || row.kind} wait by the rule since ${dayOf(row.changed_at)}`,
});

export const sharedDeviceObject = (desk: CoinsDesk): OperatorObject => ({
  kind: "shared device",
  permission: "members.see",
  async search(text) {
    const found = isSharedKey(text) && (await desk.sharedDevice(text, 1));
    return found ? [deviceLink(found.device)] : [];
  },
  async show(key) {
    const found = isSharedKey(key) && (await desk.sharedDevice(key, MAX_ACCOUNTS));
    if (!found) return null;
    const { device, accounts } = found;
    const [earned, stopped] = await Promise.all([
      desk.earned(device.user_ids),
      desk.stopped(device.user_ids, MAX_REWARDS),
    ]);
    const total = sumOf(earned.values());
    const numberOf = (at: number) => device.accounts - accounts.length + at + 1;
    return {
      facts: known({
        device: `${key}…, of the hash of its cookie`,
        accounts: `${device.accounts}${device.accounts > accounts.length ? `, the newest ${accounts.length} are named` : ""}`,
        "first seen": device.first_at,
        "shared since": device.shared_at,
        "newest account": device.joined_at,
        "last seen": device.last_at,
        "coins credited": whole(total.credited),
        "coins that wait": whole(total.waiting),
        "held by the rule": whole(total.stopped),
        rule: `${ONE_ACCOUNT}: ${reasonWords(ONE_ACCOUNT)?.en ?? ""}`,
        "what it is not": "proof of one person: a household shares one too",
      }),
      timeline: accounts
        .flatMap(({ first_at, dropped_at }, at) => [
          { at: first_at, what: `account ${numberOf(at)} signed in from it for the first time`, by: "member" },
          ...(dropped_at ? [{ at: dropped_at, what: `account ${numberOf(at)} shut it out`, by: "member" }] : []),
        ])
        .toSorted((one, other) => one.at.getTime() - other.at.getTime()),
      links: [
        ...accounts.map(({ user_id, first_at, last_at }, at) => ({
          ...{ kind: "member", id: userId.show(user_id) },
          line: `account ${numberOf(at)}, since ${dayOf(first_at)}, last on ${dayOf(last_at)}: ${earnedWords(earned.get(user_id) ?? NOTHING_EARNED)}`,
        })),
        ...stopped.map(stoppedLink),
      ],
    };
  },
});

export const sharedDeviceList = (desk: CoinsDesk): OperatorList => ({
  name: "shared devices",
  what: "Devices from which somebody signed in to more than one account, the first 1,000; a household shares one too",
  permission: "members.see",
  filters: [{ name: "order", values: SHARED_ORDERS }],
  async read({ filters, after, most }) {
    const order = readFilter(filters.order, SHARED_ORDERS) ?? SHARED_ORDERS[0];
    const rows = await desk.sharedDevices({ order, after, most });
    const earned = await desk.earned(rows.flatMap(({ user_ids }) => user_ids));
    return {
      rows: rows.map((row) => {
        const total = sumOf(row.user_ids.map((id) => earned.get(id) ?? NOTHING_EARNED));
        return {
          ...deviceLink(row),
          facts: known({
            device: `${sharedKey(row.hash)}…`,
            accounts: String(row.accounts),
            "held by the rule": whole(total.stopped),
            "coins credited": whole(total.credited),
            "newest account": row.joined_at,
            "shared since": row.shared_at,
            "last seen": row.last_at,
          }),
        };
      }),
      after: sharedPlaceAfter(rows, most),
    };
  },
});

export const sharedDeviceSection = (desk: CoinsDesk): MemberSection => ({
  name: "shared devices",
  what: "Devices of theirs from which somebody signed in to other accounts too",
  permission: "members.see",
  async list(user, most) {
    const devices = await desk.sharedDevicesOf([user], { least: 1, most });
    const others = (device: SharedDevice) => device.user_ids.filter((id) => id !== user);
    const earned = await desk.earned(devices.flatMap(others));
    return devices.map((device) => ({
      ...deviceLink(device),
      at: device.joined_at,
      line: `${several(device.accounts - 1, "other account")}, shared since ${dayOf(device.shared_at)}: ${earnedWords(
        sumOf(others(device).map((id) => earned.get(id) ?? NOTHING_EARNED)),
      )}`,
    }));
  },
});

const IN_COMMON: readonly (readonly [keyof SharedTraces, string])[] = [
  ["device", "a device, or the same browser on one network"],
  ["mailbox", "one mailbox"],
  ["card", "a card"],
  ["network", "a network"],
];

/** On the page of what waits: whose start it was compared with, and what the two have in common now. */
export async function sharingOf(
  desk: CoinsDesk,
  start: StartRow | null,
): Promise<{ facts: Facts; links: readonly ObjectLink[] }> {
  if (!start?.shared_with) return { facts: {}, links: [] };
  const pair = [start.user_id, start.shared_with];
  const [traces, theirs, earned, devices, phone] = await Promise.all([
    desk.inCommon(start.user_id, start.shared_with),
    desk.startOf(start.shared_with, start.offer_id),
    desk.earned(pair),
    desk.sharedDevicesOf(pair, { least: 2, most: MAX_DEVICES }),
    desk.hasPhone(start.user_id),
  ]);
  const shared = IN_COMMON.filter(([name]) => traces[name]).map(([, words]) => words);
  return {
    facts: known({
      "in common with the other account": shared.join(", ") || "nothing any more",
      "the other began this offer": theirs?.started_at ?? "and its account went into another since",
      "the other earned": earnedWords(earned.get(start.shared_with) ?? NOTHING_EARNED),
      "confirmed number": phone ? "yes: the rule lets it pass" : "no: with one the rule lets it pass",
    }),
    links: [
      {
        ...{ kind: "member", id: userId.show(start.shared_with) },
        line: `the other account${theirs ? `, which began this offer on ${dayOf(theirs.started_at)}` : ""}`,
      },
      ...devices.map(deviceLink),
    ],
  };
}
