/** Wrong changes to what operators may do, what the law and our own texts promise, and what is watched for members. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code as it stands in its files.
import type { Change } from "./changes.ts";

const STAFF = ["src/modules/staff/test/staff.test.ts", "src/modules/staff/test/decisions.test.ts"];
const SECOND = ["test/scenarios/console-second-person.test.ts", "src/modules/staff/test/decisions.test.ts"];
const LAW = ["src/modules/privacy/test/rules.test.ts"];
const DESK_OF_LAW = ["test/scenarios/privacy-desk.test.ts", "test/scenarios/privacy-requests.test.ts"];
const LEGAL = ["test/scenarios/legal.test.ts"];
const WATCHED = ["src/modules/protection/test/rules.test.ts"];
const CLAIMS = ["src/modules/benefits/test/claim-rules.test.ts", "test/scenarios/attacks-rebates.test.ts"];
const PARCELS = ["src/modules/shipments/test/rules.test.ts"];
const PROOF = ["src/modules/mailboxes/test/prove-sender.test.ts"];

export const PROMISES: readonly Change[] = [
  {
    file: "src/modules/staff/decide.ts",
    before: 'if (!mayDo(operator, found.permissions)) return refused("not_allowed");\n  const { act } = found;',
    after: "const { act } = found;",
    does: "every operator decides everything",
    tests: ["test/scenarios/console-guard.test.ts"],
  },
  {
    file: "src/modules/staff/decide.ts",
    before: 'if (act.freshSignIn && !isFresh(context, operator)) return refused("confirm_first");',
    after: "",
    does: "a console that was left open decides about money",
    tests: STAFF,
  },
  {
    file: "src/modules/staff/decide.ts",
    before: 'if (row.by_person === operator.person_id) return refused("not_yourself");',
    after: "",
    does: "who proposed it agrees to it",
    tests: SECOND,
  },
  {
    file: "src/modules/staff/decide.ts",
    before: 'row.content_hash.toString("hex") !== asked.hash ||\n',
    after: "",
    does: "somebody agrees to other words than they saw",
    tests: SECOND,
  },
  {
    file: "src/modules/staff/decide.ts",
    before: 'if (!mayBecome(row.state, "undone")) return refused("too_late", { state: STATE_WORDS[row.state] });',
    after: "",
    does: "what was carried out is undone by word alone",
    tests: STAFF,
  },
  {
    file: "src/modules/staff/decide.ts",
    before: 'row?.state !== "second" || !row.expires_at || row.expires_at > context.clock.now()',
    after: 'row?.state !== "second" || !row.expires_at',
    does: "what waits for a second person is gone at once",
    tests: SECOND,
    unnoticed: "Whoever calls it names only what the database says has expired, by the same comparison.",
  },
  {
    file: "src/modules/staff/sessions.ts",
    before: "operator.confirmed_at.getTime() < FRESH_MINUTES * 60_000",
    after: "operator.confirmed_at.getTime() < FRESH_MINUTES * 600_000",
    does: "a sign-in of fifty minutes ago counts as fresh",
    tests: STAFF,
  },
  {
    file: "src/modules/staff/door-keeper.ts",
    before: "return allowed === null || allowed.check(",
    after: "return allowed === null || !allowed.check(",
    does: "the console opens to all addresses but its own",
    tests: ["test/scenarios/console-guard.test.ts", ...STAFF],
  },
  {
    file: "src/modules/privacy/rules.ts",
    before: 'timeZone: "America/Los_Angeles"',
    after: 'timeZone: "UTC"',
    does: "who asks in California's evening waits a day longer",
    tests: LAW,
  },
  {
    file: "src/modules/privacy/rules.ts",
    before: 'right === "opt_out" ? plusWorkingDays',
    after: 'right === "delete" ? plusWorkingDays',
    does: "a no to selling is done after 45 days",
    tests: LAW,
  },
  {
    file: "src/modules/privacy/rules.ts",
    before: 'row.right_asked !== "opt_out" && row.state === "open"',
    after: 'row.state === "open"',
    does: "a no to selling is put off",
    tests: LAW,
  },
  {
    file: "src/modules/privacy/rules.ts",
    before: "const EXTENDED_DAYS = 90;",
    after: "const EXTENDED_DAYS = 91;",
    does: "an answer is a day later than the law's last",
    tests: [...LAW, ...DESK_OF_LAW],
  },
  {
    file: "src/modules/privacy/rules.ts",
    before: 'open: ["extended", "answered", "refused", "withdrawn"],',
    after: 'open: ["answered", "refused", "withdrawn"],',
    does: "no request is extended",
    tests: [...LAW, ...DESK_OF_LAW],
  },
  {
    file: "src/modules/content/agreements.ts",
    before: "await store.keepAgreement(tx, { user_id, version_id, way, agreed_at: at });",
    after: "",
    does: "nobody knows who agreed to what",
    tests: LEGAL,
  },
  {
    file: "src/modules/content/agreements.ts",
    before: "if (!page) throw new Error(`there is no ${document} to agree to`);",
    after: "if (!page) continue;",
    does: "an account opens without words to agree to",
    tests: LEGAL,
    unnoticed: "Both texts are delivered with the product, so that no test has an account without them.",
  },
  {
    file: "src/modules/content/agreements.ts",
    before: "const end = day.success ? new Date(`${day.data}T23:59:59.999Z`) : null;",
    after: "const end = day.success ? new Date(`${day.data}T00:00:00.000Z`) : null;",
    does: "on the day of a change the words to come are not shown",
    tests: LEGAL,
  },
  {
    file: "src/modules/protection/rules.ts",
    before: "now !== null && now + MIN_GAP_MINOR <= paid",
    after: "now !== null && now < paid",
    does: "a cent less is a drop",
    tests: WATCHED,
  },
  {
    file: "src/modules/protection/rules.ts",
    before: "checked: { minor: minor > first.minor ? minor : first.minor, at }",
    after: "checked: { minor: minor < first.minor ? minor : first.minor, at }",
    does: "the greater of two drops is paid",
    tests: WATCHED,
  },
  {
    file: "src/modules/protection/rules.ts",
    before: "if (!isApart(first.at, at)) return",
    after: "if (false) return",
    does: "one price that was read twice in a minute is two readings",
    tests: WATCHED,
  },
  {
    file: "src/modules/protection/trip-rules.ts",
    before: "RANK[offer.board] >= RANK[board]",
    after: "RANK[offer.board] <= RANK[board]",
    does: "a room without breakfast is the better offer",
    tests: WATCHED,
  },
  {
    file: "src/modules/protection/trip-rules.ts",
    before: "offer.free_until.getTime() >= until &&",
    after: "",
    does: "an offer is named that cannot be canceled any more",
    tests: WATCHED,
  },
  {
    file: "src/modules/benefits/claim-rules.ts",
    before: "holds: was_member,\n",
    after: "holds: true,\n",
    does: "a purchase before the membership is paid back",
    tests: CLAIMS,
  },
  {
    file: "src/modules/benefits/claim-rules.ts",
    before: "holds: purchased_on >= earliestOf(today, terms),",
    after: "holds: purchased_on > earliestOf(today, terms),",
    does: "a claim on the last day of its window is refused",
    tests: [...CLAIMS, "test/scenarios/rebates-calendar.test.ts"],
  },
  {
    file: "src/modules/benefits/claim-rules.ts",
    before: "paper.read?.date?.sure === true && paper.read.date.value === facts.purchased_on",
    after: "paper.read?.date?.value === facts.purchased_on",
    does: "a day that nobody is sure of pays without a person",
    tests: CLAIMS,
  },
  {
    file: "src/modules/shipments/rules.ts",
    before: "plusDays(facts.expected_by, 1)",
    after: "plusDays(facts.expected_by, 0)",
    does: "a parcel is late on the day that was promised",
    tests: PARCELS,
  },
  {
    file: "src/modules/shipments/rules.ts",
    before: 'return scans.slice(back).some(({ status }) => status === "delivered") ? "returned" : "returning";',
    after: 'return "returning";',
    does: "what went back to its store is on the way for ever",
    tests: PARCELS,
  },
  {
    file: "src/modules/mailboxes/prove-sender.ts",
    before: "domain === store || domain.endsWith(`.${store}`)",
    after: "domain === store || domain.endsWith(store)",
    does: "whoever owns evilnike.com writes as nike.com",
    tests: PROOF,
  },
];
