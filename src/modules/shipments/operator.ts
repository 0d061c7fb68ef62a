/** What operators see of parcels and cases. No person has anything to decide here: members send their letters, and no money moves. */
import { userId } from "#platform/ids";
import type {
  HealthCheck,
  ObjectLink,
  OperatorFigure,
  OperatorList,
  OperatorObject,
  OperatorView,
} from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import { CASE_STATES, type CaseState } from "./case-rules.ts";
import { parcelCaseId, parcelId } from "./ids.ts";
import type { ListedCase, ListedParcel } from "./operator-store.ts";
import { carrierName } from "./read-pages.ts";
import { numberOf, recognise } from "./recognise.ts";
import { PARCEL_STATES } from "./rules.ts";
import type { Shipments } from "./shipments.server.ts";

type Desk = Shipments["desk"];
const MAX_SHOWN = 100;
const OVERDUE_HOURS = 6;

const parcelLink = (row: Pick<ListedParcel, "parcel_id" | "carrier" | "state">): ObjectLink => ({
  kind: "parcel",
  id: parcelId.show(row.parcel_id),
  line: `${carrierName(row.carrier) || "no carrier yet"}, ${row.state}`,
});
const caseLink = (row: Pick<ListedCase, "case_id" | "reference" | "kind" | "state">): ObjectLink => ({
  kind: "parcel case",
  id: parcelCaseId.show(row.case_id),
  line: `${row.reference}: ${row.kind}, ${row.state}`,
});
const owner = (id: string): ObjectLink => ({ kind: "member", id: userId.show(id), line: "whose it is" });

const parcelObject = (desk: Desk): OperatorObject => ({
  kind: "parcel",
  permission: "members.see",
  async search(text, most) {
    const id = parcelId.read(text);
    const found = id && (await desk.parcel(id));
    if (found) return [parcelLink(found)];
    return recognise(text).length > 0 ? (await desk.byNumber(numberOf(text), most)).map(parcelLink) : [];
  },
  async show(shown) {
    const id = parcelId.read(shown);
    const row = id && (await desk.parcel(id));
    if (!id || !row) return null;
    const [events, scans, cases] = await Promise.all([desk.parcelEvents(id), desk.scans(id), desk.casesOf(id)]);
    return {
      facts: known({
        ...{ state: row.state, carrier: carrierName(row.carrier), source: row.source, "added at": row.added_at },
        "may also be": row.candidates
          .map(({ carrier, score }) => `${carrierName(carrier)} (${score})`)
          .slice(1)
          .join(", "),
        ...{ "promised by": row.expected_by, "expected by": row.estimate, "ordered on": row.ordered_on },
        ...{ "asked at": row.asked_at, "ask again at": row.look_at, "cannot be followed": row.refused },
        ...{ zone: row.zone, "put away at": row.removed_at },
      }),
      personal: known({
        number: row.number,
        name: row.name,
        store: row.store_name,
        order: row.order_number,
        items: row.items,
      }),
      timeline: [
        ...scans.map(({ occurred_at, status, message }) => ({
          ...{ at: occurred_at, what: `scan: ${status}${message ? `, ${message}` : ""}`, by: "carrier" },
        })),
        ...events.map(({ at, state, by_whom }) => ({ at, what: state, by: by_whom })),
      ].sort((a, b) => a.at.getTime() - b.at.getTime()),
      links: [owner(row.user_id), ...cases.map(caseLink)],
    };
  },
});

const caseObject = (desk: Desk): OperatorObject => ({
  kind: "parcel case",
  permission: "members.see",
  async search(text) {
    const id = parcelCaseId.read(text);
    const found = id ? await desk.case(id) : await desk.byReference(text.trim().toUpperCase().slice(0, 20));
    return found ? [caseLink(found)] : [];
  },
  async show(shown) {
    const id = parcelCaseId.read(shown);
    const row = id && (await desk.case(id));
    if (!id || !row) return null;
    const [events, parcel] = await Promise.all([desk.caseEvents(id), desk.parcel(row.parcel_id)]);
    return {
      facts: known({
        ...{
          number: row.reference,
          kind: row.kind,
          state: row.state,
          "asked for": row.demand,
          "paid with": row.paid_with,
        },
        ...{ "opened by": row.by_rule ? "a rule" : "the member", "store asked at": row.store_asked_at },
      }),
      personal: known({ words: row.words }),
      timeline: events.map(({ at, state, by_whom }) => ({ at, what: state, by: by_whom })),
      links: [owner(row.user_id), ...(parcel ? [parcelLink(parcel)] : [])],
    };
  },
});

function listsOf(desk: Desk): OperatorList[] {
  return [
    {
      ...{ name: "parcels", what: "Parcels that members follow, newest first", permission: "members.see" },
      filters: [{ name: "state", values: PARCEL_STATES }],
      async read({ filters, after, most }) {
        const state = readFilter(filters.state, PARCEL_STATES);
        const rows = await desk.parcels({ state, user_id: null, after: readPlace(after, parcelId), most });
        return {
          rows: rows.map((row) => ({ ...parcelLink(row), facts: known({ added: row.added_at }) })),
          after: placeAfter(rows, most, (row) => ({ at: row.added_at, shown: parcelId.show(row.parcel_id) })),
        };
      },
    },
    {
      ...{ name: "parcel cases", what: "Cases about parcels, newest first", permission: "members.see" },
      filters: [{ name: "state", values: CASE_STATES }],
      async read({ filters, after, most }) {
        const state = readFilter(filters.state, CASE_STATES);
        const place = readPlace(after, parcelCaseId);
        const rows = await desk.cases({ state, user_id: null, parcel_id: null, after: place, most });
        return {
          rows: rows.map((row) => ({ ...caseLink(row), facts: known({ opened: row.opened_at }) })),
          after: placeAfter(rows, most, (row) => ({ at: row.opened_at, shown: parcelCaseId.show(row.case_id) })),
        };
      },
    },
  ];
}

function figuresOf(desk: Desk): OperatorFigure[] {
  const figure = (name: string, what: string, read: OperatorFigure["read"]): OperatorFigure => ({
    ...{ name, what, permission: "figures.see", unit: "count", kind: "flow", read },
  });
  const step = (name: string, what: string, state: CaseState) =>
    figure(name, what, (span) => desk.countSteps(state, span));
  return [
    figure("parcels added", "Parcels that members began to follow", (span) => desk.countAdded(span)),
    step("parcel cases opened", "Cases about parcels, opened by members and by rules", "open"),
    step("parcel cases refunded", "Cases about parcels that ended with the store's refund", "refunded"),
    step("parcel cases arrived", "Cases about parcels that came after all", "arrived"),
  ];
}

const followCheck = (desk: Desk): HealthCheck => ({
  name: "parcels",
  what: `No parcel waits longer than ${OVERDUE_HOURS} hours to be asked about`,
  async look(now) {
    const count = await desk.countOverdue(new Date(now.getTime() - OVERDUE_HOURS * 3_600_000));
    return count === 0 ? { state: "fine", line: "None waits." } : { state: "warn", line: `${count} wait.` };
  },
});

export const shipmentsView = ({ desk }: Pick<Shipments, "desk">): OperatorView => ({
  objects: [parcelObject(desk), caseObject(desk)],
  lists: listsOf(desk),
  members: [
    {
      ...{ name: "parcels", what: "Parcels that they follow", permission: "members.see" },
      list: async (user, most) =>
        (await desk.parcels({ state: null, user_id: user, after: null, most: Math.min(most, MAX_SHOWN) })).map(
          (row) => ({ ...parcelLink(row), at: row.added_at }),
        ),
    },
  ],
  figures: figuresOf(desk),
  checks: [followCheck(desk)],
});
