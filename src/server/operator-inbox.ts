/** What operators see and do of what others told us: what could not be acted on waits here, and each row has its page. */
import { type Inbox, type InboxSource, type InboxState, inboxId, type SeenRow } from "#platform/inbox";
import type { Facts, ObjectLink, OperatorAct, OperatorObject, OperatorQueue, Permission } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";

/** By how it came: whether anybody vouches for it. */
const CAME: Readonly<Record<InboxSource, string>> = {
  report: "asked for by us, over our own connection to them",
  postback: "called in; taken for a reason to ask, or verified over what was sent before it was kept",
  webhook: "called in; its signature was checked before it was kept",
};
const STATES: Readonly<Record<InboxState, string>> = {
  new: "waits for its job",
  applied: "acted on",
  parked: "waits for a person",
  refused: "put aside by a person, or nothing follows from it",
};
/** Why a row waits, by the codes that its readers park it with. */
const WHY: Readonly<Record<string, string>> = {
  unreadable: "what was told lacks something that it must have, or is not of its form",
  no_click: "no click of ours is known by the name that it gives",
  other_programme: "the click that it names was for another store",
  currency: "it is in a currency that members are not paid in",
  unknown_payment: "no payment of ours is known by the name that it gives",
  unknown_member: "nobody is known by the name that it gives",
  credited_after_reversal: "it credits what was taken back before",
  of_another_member: "its transaction was told of another member before",
};
export const whyWaits = (reason: string | null): string => (reason === null ? "unknown" : (WHY[reason] ?? reason));

const actsOf = (inbox: Inbox): readonly OperatorAct[] => [
  {
    name: "retry",
    what: "It is acted on once more.",
    permission: "inbox.decide",
    reason: false,
    async run(shown) {
      const id = inboxId.read(shown);
      return id && (await inbox.retry(id)) ? done("It is acted on once more.") : refused("unknown");
    },
  },
  {
    name: "close",
    what: "Nothing follows from it.",
    permission: "inbox.decide",
    reason: true,
    async run(shown, { reason }) {
      const id = inboxId.read(shown);
      return id && (await inbox.close(id, reason)) ? done("Closed: nothing follows from it.") : refused("unknown");
    },
  },
];

/** What others told us and could not be acted on. */
export const inboxQueue = (inbox: Inbox): OperatorQueue => ({
  name: "inbox",
  what: "What providers and networks told us and could not be acted on",
  permission: "inbox.decide",
  list: async (most) =>
    (await inbox.listParked(most)).map((row) => ({
      id: inboxId.show(row.inbox_id),
      since: row.received_at,
      due: null,
      line: `${row.provider} ${row.source} ${row.row_key}: ${whyWaits(row.reason)}`,
    })),
  acts: actsOf(inbox),
});

/** Fields that say what, when and how much; whose it is stays behind the press that is kept. */
const IMPERSONAL =
  /^(?:id|.*(?:state|status|amount|payout|commission|currency|date|time|type|event|reason|campaign|program|programme|kind|sku))(?:id)?$/i;
const PERSONAL = /user|customer|mail|name|phone|member|click|sub|ref|ip$/i;
const MAX_FIELDS = 40;
const MAX_VALUE = 120;
const MAX_WHOLE = 12_000;

/** Values at the ends of what was told, each with the names that lead to it. */
function leavesOf(value: unknown, path: readonly string[] = []): { path: readonly string[]; value: string }[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [{ path, value: String(value) }];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}
function fieldsOf(payload: unknown): Facts {
  const shown = leavesOf(payload)
    .filter(({ path }) => path[0] !== "raw")
    .slice(0, MAX_FIELDS)
    .map(({ path, value }) => {
      const name = path.at(-1) ?? "";
      const open = IMPERSONAL.test(name) && !path.some((one) => PERSONAL.test(one)) && value.length <= MAX_VALUE;
      const said = path[0] === "told" ? path.slice(1) : path;
      return [`says ${said.join(".")}`, open ? value : "hidden"] as const;
    });
  return Object.fromEntries(shown);
}

/** As it is kept; of what is sealed for its reader alone, only that it is there. */
function wholeOf(payload: unknown): string {
  const text = JSON.stringify(
    payload,
    (_name, value) =>
      typeof value === "string" && value.length > 200 && /^[\w+/=-]+$/.test(value)
        ? `(${value.length} characters, sealed)`
        : value,
    1,
  );
  return text.length > MAX_WHOLE ? `${text.slice(0, MAX_WHOLE)}… (${text.length} characters)` : text;
}

/** Kinds of things that rows are about, found by the names that stand in them. */
const LEADS_TO = ["order", "charge", "refund", "payment", "parcel"];
const NAMES = /(?:id|oid|ref|reference|code|number)$/i;
const MAX_NAMES = 6;

async function linksOf(row: SeenRow, objects: readonly OperatorObject[], may: (permission: Permission) => boolean) {
  const told = leavesOf(row.payload)
    .filter(({ path, value }) => path[0] !== "raw" && NAMES.test(path.at(-1) ?? "") && /^[\w.:-]{4,80}$/.test(value))
    .map(({ value }) => value);
  const names = [...new Set([row.row_key, ...told])].slice(0, MAX_NAMES);
  const found: ObjectLink[] = [];
  for (const { kind, permission, search } of objects)
    if (search && LEADS_TO.includes(kind) && may(permission))
      for (const name of names) found.push(...(await search(name, 3)).filter((link) => link.kind === kind));
  return [...new Map(found.map((link) => [`${link.kind} ${link.id}`, link])).values()];
}

const lineOf = (row: SeenRow): string =>
  `${row.provider} ${row.source} ${row.row_key}: ${STATES[row.state]}${row.reason ? `, ${whyWaits(row.reason)}` : ""}`;

/** `objects`: what modules declare, by which it is found what a row led to. */
export const inboxObject = (inbox: Inbox, objects: readonly OperatorObject[]): OperatorObject => ({
  kind: "inbox row",
  permission: "inbox.decide",
  async search(text, most) {
    const id = inboxId.read(text);
    const one = id && (await inbox.see(id));
    const rows = one ? [one] : id ? [] : await inbox.findParked(text, most);
    return rows.map((row) => ({ kind: "inbox row", id: inboxId.show(row.inbox_id), line: lineOf(row) }));
  },
  async show(shown, may = () => true) {
    const id = inboxId.read(shown);
    const row = id && (await inbox.see(id));
    if (!row) return null;
    const links = await linksOf(row, objects, may);
    return {
      facts: {
        ...known({
          ...{ from: row.provider, "how it came": CAME[row.source], "their name for it": row.row_key },
          ...{ state: STATES[row.state], why: row.reason && whyWaits(row.reason) },
          "looked at since": row.looks > 0 && `${row.looks} times without its job settling it`,
          "led to": links.length === 0 && "nothing that is known by a name in it",
        }),
        ...fieldsOf(row.payload),
      },
      // Whose it is may stand anywhere in it: each look is kept.
      personal: { "as it is kept": wholeOf(row.payload) },
      timeline: [
        { at: row.fetched_at, what: "said", by: row.provider },
        { at: row.received_at, what: "kept, with its job", by: "server" },
        ...(row.settled_at
          ? [
              {
                at: row.settled_at,
                what: [STATES[row.state], row.reason && whyWaits(row.reason)].filter(Boolean).join(": "),
                by: "server",
              },
            ]
          : []),
      ].toSorted((one, other) => +one.at - +other.at),
      links,
    };
  },
  acts: actsOf(inbox),
});
