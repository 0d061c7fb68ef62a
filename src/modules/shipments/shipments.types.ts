/** What pages and calls are told of parcels and cases. */
import type { InWords } from "#platform/describer";
import type { CaseKind, CaseState, PaidWith } from "./case-rules.ts";
import type { ParcelState, ScanStatus } from "./rules.ts";

export type ShownScan = {
  occurred_at: string;
  status: ScanStatus;
  detail: string;
  place: string;
};
export type ParcelView = {
  parcel_id: string;
  title: string;
  number: string | null;
  carrier: string | null;
  carrier_name: string;
  carrier_href: string | null;
  /** Others who may have given out this number. */
  others: readonly { code: string; name: string }[];
  state: ParcelState;
  /** The parcel goes to the store. */
  is_return: boolean;
  /** The first day that was promised, and what the carrier expects now. */
  expected_by: string | null;
  estimate: string | null;
  delivered_at: string | null;
  last_heard_at: string | null;
  /** Nobody we may ask knows of it: it is looked up on the carrier's own page. */
  unfollowed: boolean;
  scans: readonly ShownScan[];
  case: { case_id: string; kind: CaseKind; state: CaseState } | null;
  can_be: readonly CaseKind[];
  removable: boolean;
};

export type CaseView = {
  case_id: string;
  reference: string;
  parcel_id: string;
  title: string;
  number: string | null;
  store: string;
  carrier: string | null;
  carrier_name: string;
  kind: CaseKind;
  state: CaseState;
  demand: "reship" | "refund";
  paid_with: PaidWith | null;
  opened_at: string;
  closed_at: string | null;
  by_rule: boolean;
  look_until: string | null;
  answer_by: string | null;
  carrier_from: string | null;
  carrier_until: string | null;
  card_until: string | null;
  carrier_href: string | null;
  /** At some carriers only who shipped it may claim. */
  carrier_asks: "either" | "shipper" | null;
  store_law: { name: InWords; what: InWords; href: string } | null;
  card_law: { name: InWords; what: InWords; href: string } | null;
  letter: { subject: InWords; body: InWords };
  refunded: { minor: string; currency: string } | null;
  /** What may follow, as the member may say it. */
  next: readonly CaseState[];
  history: readonly { at: string; state: CaseState; by: "you" | "rules" | "store_mail" }[];
};

/** `coming`: those of `parcels` that are still to come to the member, the next first. */
export type PackagesPage = {
  parcels: readonly ParcelView[];
  past: readonly ParcelView[];
  coming: readonly ParcelView[];
};
export type CasesPage = {
  open: readonly CaseView[];
  closed: readonly CaseView[];
  /** What is on its way and looked at now. */
  watched: number;
  brought: { refunded_minor: string; refunded: number; reshipped: number; arrived: number };
  read_on: string;
};
