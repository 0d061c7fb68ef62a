/** What operators see and do of withdrawals that wait for a person. */
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { ObjectLink, OperatorAct, OperatorView } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import { sharedKey } from "#platform/shared-things";
import { HELD_REASONS } from "./held-rules.ts";
import type { HeldRow } from "./held-store.ts";
import type { HeldDesk, HeldRefusal } from "./hold-for-person.ts";
import { heldId } from "./ids.ts";
import { METHODS } from "./rules.ts";

const WHY: Record<Exclude<HeldRefusal, "unknown_held" | "unknown_member">, string> = {
  decided: "It was decided already.",
  same_person: "Somebody else than who refused it looks a second time.",
  not_said: "It says who does it and why.",
};
const lineOf = (row: HeldRow): string =>
  `${showUsd(row.amount_minor)} by ${METHODS[row.method].en}: another member is paid there${row.state === "appealed" ? " (asked for a second look)" : ""}`;

export const heldLink = (row: HeldRow): ObjectLink => ({
  kind: "held payout",
  id: heldId.show(row.held_id),
  line: `${lineOf(row)}, ${row.state}${row.reason_code ? ` (${row.reason_code})` : ""}`,
});

type Outcome = Awaited<ReturnType<HeldDesk["decide"]>>;
async function tell(shown: string, decide: (id: string) => Promise<Outcome>) {
  const id = heldId.read(shown);
  const outcome = id ? await decide(id) : null;
  if (outcome?.ok) return done(`It is ${outcome.value.state}, and they are told by letter.`);
  if (!outcome || outcome.code === "unknown_held" || outcome.code === "unknown_member")
    return refused("unknown" as const);
  return refused("not_possible" as const, { why: WHY[outcome.code] });
}

const actsOf = (held: HeldDesk): OperatorAct[] => [
  {
    name: "release",
    what: "The members share the account: both are paid there from now on.",
    permission: "payments.decide",
    freshSignIn: true,
    reason: true,
    run: (shown, { by, reason }) => tell(shown, (id) => held.decide({ id, to: "released", by, note: reason })),
  },
  {
    name: "refuse",
    what: "They read the reason, and may ask once for a second look. After that look it is the last word.",
    permission: "payments.decide",
    reason: true,
    reasons: Object.entries(HELD_REASONS).map(([code, { what }]) => ({ code, what })),
    asks: [{ name: "note", what: "what was found, for colleagues" }],
    run: (shown, { by, reason, values }) =>
      tell(shown, (id) => held.decide({ id, to: "refused", by, code: reason, note: values.note ?? "" })),
  },
];

export const heldView = (held: HeldDesk): OperatorView => ({
  queues: [
    {
      name: "held payouts",
      what: "Withdrawals to a place where another member is paid: share it, or refuse with a reason",
      permission: "payments.decide",
      list: async (most) =>
        (await held.list(most)).map((row) => ({
          id: heldId.show(row.held_id),
          since: row.asked_at,
          due: row.due_at,
          line: lineOf(row),
        })),
      acts: actsOf(held),
    },
  ],
  objects: [
    {
      kind: "held payout",
      permission: "money.see",
      async search(text) {
        const id = heldId.read(text);
        const found = id && (await held.show(id));
        return found ? [heldLink(found.row)] : [];
      },
      async show(shown) {
        const id = heldId.read(shown);
        const found = id && (await held.show(id));
        if (!found) return null;
        const { row, events, others } = found;
        return {
          facts: known({
            amount: showUsd(row.amount_minor),
            way: METHODS[row.method].en,
            state: row.state,
            reason: row.reason_code,
            "promised by": row.due_at,
          }),
          personal: known({ "goes to": row.label, "they say": row.words }),
          timeline: events.map((event) => ({
            at: event.at,
            what: [event.to_state, event.reason_code, event.note].filter(Boolean).join(": "),
            by: event.by,
          })),
          links: [
            { kind: "member", id: userId.show(row.user_id), line: "who asked for it" },
            ...(others.some(({ user_id }) => user_id !== row.user_id)
              ? [
                  {
                    ...{ kind: "shared payout address", id: sharedKey(row.receiver_hash) },
                    line: "who is paid there, since when, and what each earned",
                  },
                ]
              : []),
            ...others
              .filter(({ user_id }) => user_id !== row.user_id)
              .map(({ user_id, shared_at }) => ({
                ...{ kind: "member", id: userId.show(user_id) },
                line: shared_at ? "is paid there too, shared" : "is paid there",
              })),
          ],
        };
      },
    },
  ],
});
