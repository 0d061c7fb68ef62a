/** The passbook as its member reads it, for those who opened a look; beside what its member wrote to us, that is the look. */
import type { Identity } from "#identity";
import type { Membership } from "#membership";
import type { PayoutEntry } from "#platform/describer";
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { Beside, OperatorView } from "#platform/operator";
import { known } from "#platform/operator-parts";
import type { Passbook } from "./passbook.server.ts";
import type { PassbookEntry, PassbookPage } from "./passbook.types.ts";

const STATES = { pending: "pending", confirmed: "confirmed", declined: "reversed", reversed: "reversed" } as const;
const TONES = { "on its way": "wait", pending: "wait", confirmed: "good", paid: "good", reversed: "bad" } as const;

const payoutState = ({ under_way, came_back }: PayoutEntry) =>
  under_way ? "on its way" : came_back ? "confirmed" : "paid";

/** In the words and sums of the member's own page, where what was refused counts nothing. */
function rowOf(entry: PassbookEntry, member: string): Beside["rows"][number] {
  const at = new Date(entry.at);
  if (entry.type === "order") {
    const state = entry.paid ? "paid" : STATES[entry.state];
    const amount = showUsd(state === "reversed" ? 0n : BigInt(entry.back_minor));
    return { kind: "order", id: entry.id, at, line: entry.merchant.name, amount, state, tone: TONES[state] };
  }
  const state = entry.type === "bonus" ? (entry.paid ? "paid" : entry.state) : payoutState(entry);
  const amount = showUsd(state === "reversed" ? 0n : BigInt(entry.amount_minor));
  return {
    ...(entry.object ?? { kind: "member", id: member }),
    ...{ at, line: entry.title.en, amount, state, tone: TONES[state] },
  };
}

function membershipWords(rows: Awaited<ReturnType<Membership["membershipsOf"]>>): string {
  const running = rows.filter(({ state }) => state !== "ended");
  if (running.length === 0) return rows.length > 0 ? "ended" : "none";
  return running
    .map((row) => `${row.tier}, ${row.state}${row.cancel_at_period_end ? `, ends ${row.ends_on}` : ""}`)
    .join("; ");
}

const factsOf = ({ balances }: PassbookPage, memberships: Parameters<typeof membershipWords>[0]) =>
  known({
    available: showUsd(BigInt(balances.available_minor)),
    pending: showUsd(BigInt(balances.pending_minor)),
    "on its way": balances.held_minor !== "0" && showUsd(BigInt(balances.held_minor)),
    owes: balances.owed_minor !== "0" && showUsd(BigInt(balances.owed_minor)),
    coins: balances.coins !== "0" && BigInt(balances.coins).toLocaleString("en-US"),
    membership: membershipWords(memberships),
  });

type Deps = {
  passbook: Pick<Passbook, "page">;
  identity: { desk: Pick<Identity["desk"], "look" | "mayLook"> };
  membership: Pick<Membership, "membershipsOf">;
};

export const passbookView = ({ passbook, identity, membership }: Deps): OperatorView => ({
  members: [
    {
      name: "passbook",
      what: "The first page of their passbook, as they see it",
      permission: "members.look",
      async list(user, most, by = "") {
        if (!(await identity.desk.mayLook(user, by))) return [];
        const { entries } = await passbook.page({ user_id: user, filter: "all", page: 1 });
        return entries.slice(0, most).map((entry) => {
          const at = new Date(entry.at);
          if (entry.type === "order")
            return {
              kind: "order",
              id: entry.id,
              at,
              line: `${entry.merchant.name}: ${showUsd(BigInt(entry.back_minor))} back, ${entry.state}${entry.reason ? `. ${entry.reason.en}` : ""}`,
            };
          return {
            kind: "member",
            id: userId.show(user),
            at,
            line: `${entry.title.en}: ${showUsd(BigInt(entry.amount_minor))}. ${entry.note.en}`,
          };
        });
      },
      async beside(user, { by, of, most }) {
        // They asked us for help: that is the reason of the look, and their activity says that it happened.
        const look = await identity.desk.look({ user_id: user, by, reason: `answering what they wrote to us: ${of}` });
        if (!look.ok) return null;
        const [page, memberships] = await Promise.all([
          passbook.page({ user_id: user, filter: "all", page: 1 }),
          membership.membershipsOf(user),
        ]);
        const rows = page.entries.slice(0, most).map((entry) => rowOf(entry, userId.show(user)));
        return { facts: factsOf(page, memberships), rows };
      },
    },
  ],
});
