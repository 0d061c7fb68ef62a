/** What the networks' adapters give the import, whatever dialect it came in. */
import type { Network } from "../catalog.types.ts";
import type { CommissionGroup } from "../rules.ts";

export type FeedKind = "programmes" | "offers" | "products";

/** A feed that can be imported by name: `impact.programmes`, `cj.offers`, `awin.products.9901` … */
export type FeedSource = {
  feed_name: string;
  kind: FeedKind;
  network: Network;
  network_programme_id: string | null;
  address: string | null;
};

export type ProgrammeRow = {
  network_programme_id: string;
  name: string;
  /** The name in addresses that the network suggests, or the plain name. */
  wanted_name: string;
  url: string;
  domain: string;
  description: string;
  countries: string[];
  is_global: boolean;
  logo_url: string | null;
  /** The category as the network calls it. */
  category: string;
  /** Impact: the ad link. CJ: a template with {SID} and {URL}. Awin: the click-through address. */
  tracking_link: string;
  /** The network's name for the advertiser behind the programme, where its coupons name only that. */
  network_advertiser_id: string | null;
  terms: string | null;
  /** What the terms' texts propose; no network says it in a field, so that a person decides (decision 0018). */
  proposal: Proposal;
  /** Null: the list does not say, and what is known stays. */
  groups: CommissionGroup[] | null;
  /** What of the row was left out, for the operator. */
  notes: string[];
};

export type Proposal = {
  decision: "allowed" | "denied" | "undecided";
  words: string | null;
  locking_days: number | null;
};

export type Discount =
  | { kind: "percent"; bps: number }
  | { kind: "amount"; minor: bigint }
  | { kind: "shipping" }
  | { kind: "gift" }
  | { kind: "other" };

export type OfferRow = {
  network_offer_id: string;
  /** Of the two that which the network names; the other is null. */
  network_programme_id: string | null;
  network_advertiser_id: string | null;
  code: string | null;
  title: string;
  description: string;
  discount: Discount;
  condition: string | null;
  minimum_minor: bigint | null;
  starts_at: Date | null;
  ends_at: Date | null;
  tracking_link: string | null;
  /** What of the row was left out, for the operator. */
  notes: string[];
};

/** A product as its feed gave it, each field still the feed's own text. */
export type RawProduct = {
  external_id: string | undefined;
  title: string | undefined;
  description: string | undefined;
  link: string | undefined;
  image: string | undefined;
  availability: string | undefined;
  price: string | undefined;
  sale_price: string | undefined;
  list_price: string | undefined;
  currency: string | undefined;
  brand: string | undefined;
  gtin: string | undefined;
  mpn: string | undefined;
  condition: string | undefined;
  category: string | undefined;
  adult: string | undefined;
  color: string | undefined;
  size: string | undefined;
  material: string | undefined;
  weight: string | undefined;
  /** All other attributes in one text, as the feed writes them. */
  details: string | undefined;
};

export type ProductRow = {
  external_id: string;
  name: string;
  description: string;
  link: string;
  image_url: string | null;
  availability: "in_stock" | "out_of_stock" | "preorder" | "backorder";
  condition: "new" | "refurbished" | "used";
  /** Three letters; prices are hundredths of its unit, also where nobody uses them. */
  currency: string;
  price_minor: bigint;
  list_price_minor: bigint | null;
  brand: string | null;
  gtin: string | null;
  mpn: string | null;
  category: string;
  specs: { name: string; value: string }[];
};

/** A row that was not taken, with a reason that an operator can act on. */
export type Reject = { external_id: string | null; reason: string; sample: string };

/** Rows come in handfuls, so that a feed of any size stays small in memory and cheap to wait for. */
export type Handful<Row> = {
  rows: Row[];
  rejects: Reject[];
  bytes: number;
  total_bytes?: number | null;
  /** The feed ended before its end: it may add and change, but retires nothing. */
  cut?: boolean;
  /** The feed's last row has no line end, which is the habit of some writers and the sign of a cut with all others. */
  bare?: boolean;
};
export type RowStream<Row> = AsyncIterable<Handful<Row>>;

const isReject = (value: object): value is Reject => "reason" in value;

/** A short, harmless piece of a bad row for the operator. */
export const sampleOf = (value: unknown): string => {
  const plain = (_: string, part: unknown) =>
    typeof part === "string" ? part.slice(0, 80) : typeof part === "bigint" ? part.toString() : part;
  const text = typeof value === "string" ? value : JSON.stringify(value, plain);
  return (text ?? "").slice(0, 300).replaceAll("\u0000", "").toWellFormed();
};

/** Sorts what was read into rows and rejects; `broken` are rows that could not even be read. */
export function handful<Row extends object>(
  read: readonly (Row | Reject)[],
  bytes: number,
  broken: readonly string[] = [],
  total_bytes: number | null = null,
): Handful<Row> {
  const rows: Row[] = [];
  const rejects: Reject[] = broken.map((reason) => ({ external_id: null, reason, sample: "" }));
  for (const row of read) {
    if (isReject(row)) rejects.push(row);
    else rows.push(row);
  }
  return { rows, rejects, bytes, total_bytes };
}
