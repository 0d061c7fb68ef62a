/** Wrong changes to what operators do with members and money. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code as it stands in its files.
import type { Change } from "./changes.ts";

const BY_HAND = ["test/scenarios/by-hand.test.ts"];
const MEMBERS = ["test/scenarios/members-desk.test.ts"];
const ORDERS = ["test/scenarios/order-desk.test.ts"];

export const OPERATORS: readonly Change[] = [
  {
    file: "src/modules/rewards/move-by-hand.ts",
    before: "if (!approved_by && needsSecond(amount, sums))",
    after: "if (needsSecond(amount, sums) && false)",
    does: "one person gives any sum alone",
    tests: BY_HAND,
  },
  {
    file: "src/modules/rewards/move-by-hand.ts",
    before: "    await lockHand(tx, by);\n",
    after: "",
    does: "pressed at once, sums pass the limit of one person",
    tests: BY_HAND,
  },
  {
    file: "src/modules/rewards/move-by-hand.ts",
    before: "if (before) return done({ row: before, again: true });",
    after: "if (before && before.amount_minor === 0n) return done({ row: before, again: true });",
    does: "a doubled press is an error instead of the same answer",
    tests: BY_HAND,
  },
  {
    file: "src/modules/identity/open-session.ts",
    before: 'if (found.closed_at) return "account_closed" as const;',
    after: "",
    does: "who was shut out signs in",
    tests: MEMBERS,
  },
  {
    file: "src/modules/notifications/operator.ts",
    before: "text: row.secret\n",
    after: 'text: row.plain === ""\n',
    does: "operators read the link that opens an account",
    tests: MEMBERS,
  },
  {
    file: "src/modules/cashback/assign-order.ts",
    before: 'if (before.user_id && !approved_by) return refused("second_person");',
    after: "",
    does: "one person alone takes an order from its member",
    tests: ORDERS,
  },
  {
    file: "src/modules/cashback/inquiries/follow-inquiry.ts",
    before: "const known = await adapter.find(asking.reference);",
    after: "const known = null;",
    does: "a missing purchase whose first answer was lost is filed with its network twice",
    tests: ["test/scenarios/network-inquiries-trouble.test.ts"],
  },
  {
    file: "src/modules/cashback/inquiries/inquiry-store.ts",
    before: "      and (tried_at is null or tried_at <= ${new Date(now.getTime() - LEASE_SECONDS * 1_000)})\n",
    after: "",
    does: "two workers that begin at once file the same missing purchase twice",
    tests: ["test/scenarios/network-inquiries-trouble.test.ts"],
  },
  {
    file: "src/modules/rewards/rewards.server.ts",
    before: ", ...(await findCarried(db, orderIds))]",
    after: "]",
    does: "an order that is given to somebody else leaves what it had earned behind",
    tests: ORDERS,
  },
  {
    file: "src/modules/payouts/gift-codes.ts",
    before: "civilDate(gift.decided_at ?? now)",
    after: "civilDate(now)",
    does: "what is carried out again after midnight mails a second code",
    tests: ["src/modules/payouts/test/gift-codes.test.ts"],
  },
  {
    file: "src/modules/benefits/judge-claim.ts",
    before: "if (!claim.reserved_at) await giveBack(tx, context, set);",
    after: "",
    does: "an approval that is refused keeps what it set aside",
    tests: ["test/scenarios/rebates-calendar.test.ts"],
  },
  {
    file: "src/modules/payables/rules.ts",
    before: "if (mayBeSent(at) && (at.stopped_at === null || at.stopped_at > decided_at)) return",
    after: "if (decided_at > now) return",
    does: "a person gives back what is sent meanwhile",
    tests: ["src/modules/payables/test/payables.test.ts"],
  },
];
