/** What operators may ask about parcels and cases. */
import { findCaseByReference, readCase, readCaseEvents } from "./case-store.ts";
import type { ShipmentsContext } from "./context.ts";
import {
  countAdded,
  countCaseSteps,
  countOverdue,
  findParcels,
  listAllCases,
  listAllParcels,
} from "./operator-store.ts";
import { readParcel, readParcelEvents, readScans } from "./parcel-store.ts";

const MAX_CASES = 20;

export function createShipmentsDesk({ database: { db } }: Pick<ShipmentsContext, "database">) {
  return {
    parcel: (id: string) => readParcel(db, id),
    parcelEvents: (id: string) => readParcelEvents(db, id),
    scans: async (id: string) => (await readScans(db, [id])).get(id) ?? [],
    byNumber: (number: string, most: number) => findParcels(db, number, most),
    parcels: (asked: Parameters<typeof listAllParcels>[1]) => listAllParcels(db, asked),
    case: (id: string) => readCase(db, id),
    byReference: (reference: string) => findCaseByReference(db, reference),
    caseEvents: async (id: string) => (await readCaseEvents(db, [id])).get(id) ?? [],
    cases: (asked: Parameters<typeof listAllCases>[1]) => listAllCases(db, asked),
    casesOf: (parcel_id: string) =>
      listAllCases(db, { state: null, user_id: null, parcel_id, after: null, most: MAX_CASES }),
    countAdded: (span: Parameters<typeof countAdded>[1]) => countAdded(db, span),
    countSteps: (state: Parameters<typeof countCaseSteps>[1], span: Parameters<typeof countCaseSteps>[2]) =>
      countCaseSteps(db, state, span),
    countOverdue: (before: Date) => countOverdue(db, before),
  };
}
