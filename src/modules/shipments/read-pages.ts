/** Parcels and cases as their member sees them. */
import { addDays, civilDate } from "#platform/clock";
import {
  ANSWER_DAYS,
  type CaseClocks,
  type CaseState,
  cardLaw,
  clocksOf,
  isOpenCase,
  kindsFor,
  stepsFrom,
  storeLaw,
  WINDOWS_READ_ON,
  windowOf,
} from "./case-rules.ts";
import { listCases, type ParcelCase, readCaseEvents } from "./case-store.ts";
import type { ShipmentsContext } from "./context.ts";
import { parcelCaseId, parcelId } from "./ids.ts";
import { type KeptScan, listParcels, type Parcel, readParcel, readScans } from "./parcel-store.ts";
import { CARRIERS, carrierPage } from "./recognise.ts";
import { inOrder, isAbroad, type ParcelState } from "./rules.ts";
import { factsOf } from "./settle-parcel.ts";
import type { CasesPage, CaseView, PackagesPage, ParcelView } from "./shipments.types.ts";
import { storeLetter } from "./store-letter.ts";
import { dayIn, zoneOf } from "./zone-days.ts";

const MAX_SHOWN = 200;

const SHORT: Readonly<Record<string, string>> = { usps: "USPS", s10: "Post", amazon: "Amazon" };
export const carrierName = (code: string | null): string =>
  code === null ? "" : (SHORT[code] ?? CARRIERS.find((one) => one.code === code)?.name ?? code);

const UNNAMED = { en: "Package", es: "Paquete" } as const;
/** What the member calls it, else the store and what was ordered. */
export function titleOf(parcel: Parcel, language: "en" | "es"): string {
  if (parcel.name) return parcel.name;
  const told = [parcel.store_name, parcel.items].filter(Boolean).join(", ");
  return told || [UNNAMED[language], carrierName(parcel.carrier)].filter(Boolean).join(", ");
}

const deliveredAt = (scans: readonly KeptScan[]): Date | null =>
  inOrder(scans).find(({ status }) => status === "delivered")?.occurred_at ?? null;

function viewOf(parcel: Parcel, kept: readonly KeptScan[], open: ParcelCase | null, language: "en" | "es"): ParcelView {
  const scans = inOrder(kept);
  const { number, carrier } = parcel;
  const others = parcel.carrier_chosen || scans.length > 0 ? [] : parcel.candidates.slice(0, 4);
  return {
    parcel_id: parcelId.show(parcel.parcel_id),
    title: titleOf(parcel, language),
    ...{ number, carrier, carrier_name: carrierName(carrier), state: parcel.state, is_return: parcel.is_return },
    carrier_href: number !== null && carrier !== null ? carrierPage(carrier, number) : null,
    others: others.flatMap(({ carrier: code }) => (code === carrier ? [] : [{ code, name: carrierName(code) }])),
    ...{ expected_by: parcel.expected_by, estimate: parcel.estimate },
    delivered_at: deliveredAt(scans)?.toISOString() ?? null,
    last_heard_at: scans.at(-1)?.occurred_at.toISOString() ?? null,
    unfollowed: number !== null && parcel.refused !== null && scans.length === 0,
    scans: scans.map((scan) => ({
      ...{ occurred_at: scan.occurred_at.toISOString(), status: scan.status, detail: scan.message || scan.detail },
      place: [scan.city, scan.region].filter(Boolean).join(", "),
    })),
    case: open && { case_id: parcelCaseId.show(open.case_id), kind: open.kind, state: open.state },
    can_be: open ? [] : kindsFor(parcel.state),
    removable: open === null,
  };
}

type Reader = { user_id: string; name: string; language: "en" | "es" };
const PAST = new Set(["received", "returned"]);
/** What arrived stands with the others for some days. */
const FRESH_DAYS = 14;

/** What asks something of the member first, then what comes soonest, then what came. */
const FIRST: readonly ParcelState[] = ["late", "stalled", "not_shipped", "exception", "failed_attempt", "pickup"];
const LAST: readonly ParcelState[] = ["delivered", "returned", "received", "cancelled"];
function placeOf({ state, case: open }: ParcelView): number {
  if (open) return 0;
  if (state === "out_for_delivery") return 1;
  return FIRST.includes(state) ? 2 : LAST.includes(state) ? 4 : 3;
}

type Coming = Pick<ParcelView, "state" | "is_return" | "estimate" | "expected_by">;
/** Promised, and nobody knows when it comes. */
const OVERDUE: readonly ParcelState[] = ["late", "stalled", "not_shipped"];
const NO_DAY = "9999-12-31";

/** What comes to the member, the next first; what is overdue last. What arrived, or goes back, comes no more. */
export function comingOf<Parcel extends Coming>(parcels: readonly Parcel[]): Parcel[] {
  const turnOf = ({ state, estimate, expected_by }: Coming) =>
    `${OVERDUE.includes(state) ? 1 : 0} ${estimate ?? expected_by ?? NO_DAY}`;
  return parcels
    .filter(({ is_return, state }) => !is_return && state !== "returning" && !LAST.includes(state))
    .toSorted((one, other) => turnOf(one).localeCompare(turnOf(other)));
}

export async function readPackages(context: ShipmentsContext, reader: Reader): Promise<PackagesPage> {
  const { db } = context.database;
  const parcels = await listParcels(db, reader.user_id, MAX_SHOWN);
  const scans = await readScans(
    db,
    parcels.map(({ parcel_id }) => parcel_id),
  );
  const open = new Map(
    (await listCases(db, reader.user_id, MAX_SHOWN))
      .filter(({ state }) => isOpenCase(state))
      .map((row) => [row.parcel_id, row]),
  );
  const views = parcels.map((parcel) =>
    viewOf(parcel, scans.get(parcel.parcel_id) ?? [], open.get(parcel.parcel_id) ?? null, reader.language),
  );
  const since = addDays(context.clock.now(), -FRESH_DAYS).toISOString();
  const isPast = (view: ParcelView) =>
    !view.case &&
    (PAST.has(view.state) || (view.state === "delivered" && view.delivered_at !== null && view.delivered_at < since));
  // Within a place the newest stays first.
  const live = views.filter((view) => !isPast(view)).toSorted((a, b) => placeOf(a) - placeOf(b));
  return { parcels: live, past: views.filter(isPast), coming: comingOf(live) };
}

export function clocksFor(row: ParcelCase, parcel: Parcel, scans: readonly KeptScan[]): CaseClocks {
  const zone = zoneOf(parcel.zone, parcel.country);
  const first = inOrder(scans)[0]?.occurred_at ?? parcel.added_at;
  return clocksOf({
    ...{ kind: row.kind, carrier: parcel.carrier, country: parcel.country, paid_with: row.paid_with },
    ...{ abroad: isAbroad(factsOf(parcel), scans), ordered_on: parcel.ordered_on, store_asked_at: row.store_asked_at },
    shipped_on: parcel.shipped_on ?? dayIn(first, zone),
    left_store: scans.some(({ status }) => status !== "label"),
  });
}

const BY: Readonly<Record<string, "you" | "rules" | "store_mail">> = { member: "you", store_mail: "store_mail" };

export async function readCases(context: ShipmentsContext, reader: Reader): Promise<CasesPage> {
  const { db } = context.database;
  const rows = await listCases(db, reader.user_id, MAX_SHOWN);
  const parcels = new Map(
    (await Promise.all([...new Set(rows.map(({ parcel_id }) => parcel_id))].map((id) => readParcel(db, id)))).flatMap(
      (parcel) => (parcel ? [[parcel.parcel_id, parcel] as const] : []),
    ),
  );
  const scans = await readScans(db, [...parcels.keys()]);
  const events = await readCaseEvents(
    db,
    rows.map(({ case_id }) => case_id),
  );
  const now = context.clock.now();
  const views = rows.flatMap((row) => {
    const parcel = parcels.get(row.parcel_id);
    if (!parcel) return [];
    const history = (events.get(row.case_id) ?? []).map(({ at, state, by_whom }) => ({
      ...{ at: at.toISOString(), state, by: BY[by_whom] ?? ("rules" as const) },
    }));
    return [{ ...caseView(row, parcel, scans.get(row.parcel_id) ?? [], { reader, now }), history }];
  });
  const live = (await readPackages(context, reader)).parcels;
  const ended = (state: CaseState) => rows.filter((row) => row.state === state).length;
  return {
    open: views.filter(({ state }) => isOpenCase(state)),
    closed: views.filter(({ state }) => !isOpenCase(state)),
    watched: live.filter(({ state }) => state !== "delivered" && !PAST.has(state)).length,
    brought: {
      refunded_minor: rows
        .reduce((sum, row) => sum + (row.refunded_currency === "USD" ? (row.refunded_minor ?? 0n) : 0n), 0n)
        .toString(),
      ...{ refunded: ended("refunded"), reshipped: ended("reshipped"), arrived: ended("arrived") },
    },
    read_on: WINDOWS_READ_ON,
  };
}

function caseView(
  row: ParcelCase,
  parcel: Parcel,
  scans: readonly KeptScan[],
  { reader, now }: { reader: Reader; now: Date },
): Omit<CaseView, "history"> {
  const zone = zoneOf(parcel.zone, parcel.country);
  const clocks = clocksFor(row, parcel, scans);
  const window = clocks.carrier_until ? windowOf(parcel.carrier) : null;
  const day = (at: Date | null | undefined) => (at ? dayIn(at, zone) : null);
  return {
    ...{
      case_id: parcelCaseId.show(row.case_id),
      reference: row.reference,
      parcel_id: parcelId.show(parcel.parcel_id),
    },
    ...{ title: titleOf(parcel, reader.language), number: parcel.number, store: parcel.store_name },
    ...{ carrier: parcel.carrier, carrier_name: carrierName(parcel.carrier), kind: row.kind, state: row.state },
    ...{ demand: row.demand, paid_with: row.paid_with, opened_at: row.opened_at.toISOString(), by_rule: row.by_rule },
    closed_at: isOpenCase(row.state) ? null : row.changed_at.toISOString(),
    look_until: row.look_until && row.look_until > now ? row.look_until.toISOString() : null,
    ...clocks,
    ...{ carrier_href: window?.href ?? null, carrier_asks: window?.who ?? null },
    ...{ store_law: storeLaw(parcel.country), card_law: row.paid_with === "credit" ? cardLaw(parcel.country) : null },
    letter: storeLetter({
      ...{ kind: row.kind, demand: row.demand, store: parcel.store_name, order_number: parcel.order_number },
      ...{ items: parcel.items, number: parcel.number, carrier_name: carrierName(parcel.carrier) },
      ...{ ordered_on: parcel.ordered_on, expected_by: parcel.expected_by, delivered_on: day(deliveredAt(scans)) },
      ...{ last_scan_on: day(inOrder(scans).at(-1)?.occurred_at), words: row.words, name: reader.name },
      ...{ answer_by: clocks.answer_by ?? civilDate(addDays(now, ANSWER_DAYS)), law: storeLaw(parcel.country) },
    }),
    refunded:
      row.refunded_minor !== null && row.refunded_currency !== null
        ? { minor: row.refunded_minor.toString(), currency: row.refunded_currency }
        : null,
    next: stepsFrom(row.state).filter((state) => state !== "expired"),
  };
}
