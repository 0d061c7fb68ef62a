/** What operators see and do of callbacks: what was said, whether it was verified, what came of it, and one that is parked acted on once more. */

import { userId } from "#platform/ids";
import { type InboxState, inboxId, type SeenRow } from "#platform/inbox";
import type { ObjectLink, OperatorAct, OperatorList, OperatorObject, Permission } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import type { CoinsDesk } from "./desk.ts";
import { refusedCallbackId, rewardId } from "./ids.ts";
import { maskCallback, namesIn } from "./mask-callback.ts";
import { COIN_PROVIDERS } from "./provider.types.ts";
import type { RefusedCallback } from "./refused-store.ts";
import { type KeptCallback, readKept } from "./take-callback.ts";

const STATES = ["new", "applied", "parked", "refused"] as const satisfies readonly InboxState[];
const VERIFIED = ["verified", "not verified"] as const;
const MAX_PARAMETERS = 40;

const STATE_WORDS: Readonly<Record<InboxState, string>> = {
  new: "waits for its job",
  applied: "acted on",
  parked: "parked",
  refused: "closed by a person",
};
const PARKED_WORDS: Readonly<Record<string, string>> = {
  unreadable: "what was kept of it cannot be read",
  unknown_member: "nobody is known by the name that it gives",
  credited_after_reversal: "it credits what was taken back before",
  of_another_member: "its transaction was told of another member before",
};
const REFUSED_WORDS: Readonly<Record<RefusedCallback["why"], string>> = {
  forged: "its signature is not the provider's: a wrong secret here, or somebody else",
  unreadable: "it lacks what every callback of the provider has",
  test_mode: "it says of itself that it is a test",
  foreign_address: "it came from an address that is not the provider's",
};

const whyOf = ({ state, reason }: Pick<SeenRow, "state" | "reason">): string | null =>
  reason === null ? null : state === "parked" ? (PARKED_WORDS[reason] ?? reason) : reason;

const maskOf = ({ told }: KeptCallback) => {
  const names = told ? [told.user_ref, told.start] : [];
  return (text: string) => maskCallback(text, names);
};
const dollars = (micros: bigint | null): string | null =>
  micros === null ? null : `$${(Number(micros / 100n) / 10_000).toFixed(4)}`;

function callbackLink(row: SeenRow): ObjectLink {
  const kept = readKept(row.payload);
  const says = kept.told ? `${kept.told.kind} ${maskOf(kept)(kept.told.tx_id)}` : "unreadable";
  const why = whyOf(row);
  return {
    kind: "callback",
    id: inboxId.show(row.inbox_id),
    line: `${row.provider}: ${says}, ${STATE_WORDS[row.state]}${why ? `: ${why}` : ""}`,
  };
}
export const parkedLinks = async (desk: CoinsDesk, provider: string, most: number): Promise<ObjectLink[]> =>
  (await desk.callbacks({ providers: [provider], states: ["parked"], after: null, most })).map(callbackLink);

const refusedLink = (row: RefusedCallback): ObjectLink => ({
  kind: "refused callback",
  id: refusedCallbackId.show(row.refused_id),
  line: `${row.provider}: not verified (${row.why.replaceAll("_", " ")})`,
});

const replay = (desk: CoinsDesk): OperatorAct => ({
  name: "replay",
  what: "It is acted on once more, as if it came now; a transaction that was credited is not credited again.",
  permission: "inbox.decide",
  atOnce: true,
  reason: false,
  async run(shown) {
    const id = inboxId.read(shown);
    const row = id && (await desk.callback(id));
    if (!row) return refused("unknown");
    if (row.state === "new" || (row.state === "parked" && (await desk.replay(row.inbox_id))))
      return done("It is acted on once more.");
    const now = await desk.callback(row.inbox_id);
    // Somebody else pressed at the same moment.
    if (now?.state === "new") return done("It is acted on once more.");
    return refused("not_possible", {
      why:
        now?.state === "refused"
          ? "A person closed it: nothing follows from it."
          : "It was acted on: nothing is left to do.",
    });
  },
});

export const callbackObject = (desk: CoinsDesk): OperatorObject => ({
  kind: "callback",
  permission: "catalog.see",
  async search(text, most) {
    const id = inboxId.read(text);
    const row = id && (await desk.callback(id));
    return row ? [callbackLink(row)] : (await desk.findCallbacks(text, most)).map(callbackLink);
  },
  async show(shown, may: (permission: Permission) => boolean = () => true) {
    const id = inboxId.read(shown);
    const row = id && (await desk.callback(id));
    if (!row) return null;
    const kept = readKept(row.payload);
    const { told, raw } = kept;
    const mask = maskOf(kept);
    const reward = told && (await desk.rewardOf(row.provider, told.origin_tx_id ?? told.tx_id));
    const member = told && (await desk.memberOf(row.provider, told.user_ref));
    return {
      facts: known({
        partner: row.provider,
        verified: "yes, over exactly what was sent, before it was read",
        state: STATE_WORDS[row.state],
        why: whyOf(row),
        says: told?.kind ?? "nothing that can be read",
        "their transaction": told && mask(told.tx_id),
        "takes back": told?.origin_tx_id && mask(told.origin_tx_id),
        offer: told?.offer_id,
        step: told?.goal_id,
        "they pay": told && dollars(told.payout_micros),
        "they say in coins": told?.told_coins !== null && told?.told_coins !== undefined && String(told.told_coins),
        "their reason": told?.reason,
        "came of it": reward
          ? `${reward.coins} coins, ${reward.state}${reward.reason ? ` (${reward.reason})` : ""}`
          : "no coins",
        method: raw?.method,
        query: raw && mask(raw.query),
        body: raw && mask(raw.body),
      }),
      personal: known({
        "query as it came": raw?.query,
        "body as it came": raw?.body,
        "known there as": told?.user_ref,
      }),
      timeline: [
        { at: row.received_at, what: "received and verified", by: row.provider },
        ...(row.settled_at
          ? [
              {
                at: row.settled_at,
                what: [STATE_WORDS[row.state], whyOf(row)].filter(Boolean).join(": "),
                by: "server",
              },
            ]
          : []),
      ],
      links: [
        { kind: "offer partner", id: row.provider, line: "who called" },
        ...(reward && may("members.see")
          ? [{ kind: "coin reward", id: rewardId.show(reward.reward_id), line: "the coins that it is about" }]
          : []),
        ...(member && may("members.see")
          ? [{ kind: "member", id: userId.show(member), line: "whom it is about" }]
          : []),
      ],
    };
  },
  acts: [replay(desk)],
});

export const refusedObject = (desk: CoinsDesk): OperatorObject => ({
  kind: "refused callback",
  permission: "catalog.see",
  async search(text) {
    const id = refusedCallbackId.read(text);
    const row = id && (await desk.refusedCallback(id));
    return row ? [refusedLink(row)] : [];
  },
  async show(shown) {
    const id = refusedCallbackId.read(shown);
    const row = id && (await desk.refusedCallback(id));
    if (!row) return null;
    const names = [...new Set([...namesIn(row.query), ...namesIn(row.body)])].slice(0, MAX_PARAMETERS);
    return {
      facts: known({
        partner: row.provider,
        verified: `no: ${REFUSED_WORDS[row.why]}`,
        "came of it": "nothing, and nothing can: whoever sent it has to send it again",
        method: row.method,
        // Nobody vouches for it, so that nobody can say what in it is a person's.
        parameters: names.join(", ") || "none",
      }),
      personal: known({ query: row.query, body: row.body, "called from": row.address }),
      timeline: [{ at: row.at, what: "received and not verified", by: row.provider }],
      links: [{ kind: "offer partner", id: row.provider, line: "whom it was said to come from" }],
    };
  },
});

export const callbackList = (desk: CoinsDesk): OperatorList => ({
  name: "callbacks",
  what: "What providers of offers and surveys called in, newest first; of those that were not verified some of each hour",
  permission: "catalog.see",
  filters: [
    { name: "provider", values: ["all", ...COIN_PROVIDERS] },
    { name: "verified", values: VERIFIED },
    { name: "state", values: ["all", ...STATES] },
  ],
  async read({ filters, after, most }) {
    const provider = readFilter(filters.provider, COIN_PROVIDERS);
    if (filters.verified === "not verified") {
      const rows = await desk.refusedCallbacks({ provider, after: readPlace(after, refusedCallbackId), most });
      return {
        rows: rows.map((row) => ({
          ...refusedLink(row),
          facts: known({ received: row.at, provider: row.provider, verified: "no", why: row.why.replaceAll("_", " ") }),
        })),
        after: placeAfter(rows, most, ({ at, refused_id }) => ({ at, shown: refusedCallbackId.show(refused_id) })),
      };
    }
    const state = readFilter(filters.state, STATES);
    const rows = await desk.callbacks({
      ...{ providers: provider ? [provider] : COIN_PROVIDERS, states: state ? [state] : STATES },
      ...{ after: readPlace(after, inboxId), most },
    });
    return {
      rows: rows.map((row) => {
        const kept = readKept(row.payload);
        return {
          ...callbackLink(row),
          facts: known({
            received: row.received_at,
            provider: row.provider,
            says: kept.told?.kind ?? "unreadable",
            "their transaction": kept.told && maskOf(kept)(kept.told.tx_id),
            "they pay": kept.told && dollars(kept.told.payout_micros),
            state: STATE_WORDS[row.state],
            // A word in a column; its page says it whole.
            why: row.state === "parked" && row.reason?.replaceAll("_", " "),
          }),
        };
      }),
      after: placeAfter(rows, most, (row) => ({ at: row.received_at, shown: inboxId.show(row.inbox_id) })),
    };
  },
});
