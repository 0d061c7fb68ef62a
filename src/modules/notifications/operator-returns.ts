/** What operators see and do of addresses that mail comes back from. */
import type { HealthCheck, OperatorObject } from "#platform/operator";
import { done, refused } from "#platform/outcome";
import type { Notifications } from "./notifications.server.ts";

type Door = Pick<Notifications, "returns" | "tryAgain">;

/** Below so many mails a day a share says nothing. */
const ENOUGH_MAILS = 50;
/** Large mailbox providers refuse senders of whose mail more than this comes back or is called spam. */
const MAX_SHARE = 0.05;
const DAY_MS = 86_400_000;

/** Known by its address; shown to whoever may see names and addresses. */
export const returnedObject = ({ returns, tryAgain }: Door): OperatorObject => ({
  kind: "returned address",
  permission: "members.personal",
  async show(address) {
    const row = address.includes("@") ? await returns.read(address) : null;
    if (!row) return null;
    return {
      facts: { why: row.reason, said: row.detail, "told by": row.told_by },
      personal: { address: row.address },
      timeline: [{ at: row.since, what: row.reason, by: row.told_by }],
    };
  },
  async search(text) {
    const row = text.includes("@") ? await returns.read(text.trim()) : null;
    return row ? [{ kind: "returned address", id: row.address, line: `mail comes back: ${row.reason}` }] : [];
  },
  acts: [
    {
      name: "send again",
      what: "Mail is sent there again, until it comes back once more.",
      permission: "members.help",
      reason: true,
      atOnce: true,
      run: async (address) => ((await tryAgain(address)) ? done("Mail is sent there again.") : refused("unknown")),
    },
  ],
});

export const mailCheck = ({ returns }: Door): HealthCheck => ({
  name: "mail",
  what: "Whether more than one of twenty mails of a day comes back or is called spam",
  async look(now) {
    const { mails, returned } = await returns.count(new Date(now.getTime() - DAY_MS));
    if (mails === 0) return { state: "fine", line: "No mail went out in a day", unproven: true };
    const share = returned / mails;
    const line = `${returned} of ${mails} mails of a day came back`;
    return { state: mails >= ENOUGH_MAILS && share > MAX_SHARE ? "warn" : "fine", line };
  },
});

/** Of each letter that it did not take there is a line in the log and no alarm: this is the one. */
export const mailServerCheck = ({ mailServerFault }: Pick<Notifications, "mailServerFault">): HealthCheck => ({
  name: "mail server",
  what: "Whether the mail server takes our letters; it is greeted when none of the last five minutes says so",
  async look() {
    const fault = await mailServerFault();
    return fault === null ? { state: "fine", line: "The mail server answers" } : { state: "bad", line: fault };
  },
});

/** Push services that do not take our keys: nobody is told anything until somebody mends it. */
export const pushCheck = ({ pushes }: Pick<Notifications, "pushes">): HealthCheck => ({
  name: "pushes",
  what: "Whether push services took our keys in the last day",
  async look(now) {
    const { n, members, said, taken_since } = await pushes.keyRefusals(new Date(now.getTime() - DAY_MS));
    const silent = [
      ...(pushes.key === null ? ["browsers are told nothing (VAPID_PUBLIC_KEY=off)"] : []),
      ...(pushes.phones ? [] : ["the app on Android is told nothing (FCM_SERVICE_ACCOUNT=off)"]),
      ...(pushes.iphones ? [] : ["iPhones are told nothing (APNS_KEY=off)"]),
    ];
    const none = taken_since ? "No push service refused our keys in a day" : "No push was sent in a day";
    if (n === 0) return { state: "fine", line: [none, ...silent].join("; "), unproven: !taken_since };
    // Anybody can hand in a browser that subscribed by another key: one member's alone says nothing of ours while others are told.
    return {
      state: members > 1 || !taken_since ? "bad" : "warn",
      line: `${n} pushes of a day were refused for our keys (VAPID_PUBLIC_KEY, FCM_SERVICE_ACCOUNT, APNS_KEY): ${said ?? ""}`.slice(
        0,
        300,
      ),
    };
  },
});
