import type { FastifyInstance, FastifyReply } from "fastify";
import type { Catalogue } from "./catalogue/catalogue.ts";
import type { CatalogueSize, Programme } from "./catalogue/programmes.ts";
import type { Clock } from "./clock.ts";
import type { Count, Faults, Limit } from "./control/faults.ts";
import type { Database } from "./database.ts";
import type { Person } from "./identity/person.ts";
import type { Order, OrderItem } from "./networks/records.ts";
import type { CoinVendor } from "./offers/vendor.ts";
import type { Outbox } from "./outbox.ts";

export interface Settings {
  host: string;
  port: number;
  smtpPort: number;
  /** Of the mailbox that is read by IMAP. */
  imapPort: number;
  /** Of Apple's push service, which speaks HTTP/2 alone. */
  apnsPort: number;
  dataDir: string | null;
  productUrl: string;
  /** Who may use the control API and the play pages: this machine alone, or everybody who reaches the port. */
  control: "loopback" | "anywhere";
  /** Where a provider's messages go, by its name; absent: its usual place in the product. */
  hooks: Readonly<Record<string, string>>;
  /** Milliseconds until a payment service has worked through a batch. */
  payoutDelayMs: number;
  /** Milliseconds before each retry of an unanswered callback. */
  retryDelaysMs: number[];
  /** Multiplies the limits that the providers publish: 1 is as they are. */
  limitFactor: number;
  /** How much the networks list; ids are the same in every size. */
  catalogue: CatalogueSize;
  /** Whether clicks lead to shops on hosts of their own, on this port. */
  shopHosts: boolean;
  /** How many made-up goods the broad shops share; 0: there are no such shops. */
  products: number;
}

/** Everything a part of the sandbox may reach: handed to each part when it is registered. */
export interface World {
  settings: Settings;
  providers: readonly Provider[];
  db: Database;
  clock: Clock;
  catalogue: Catalogue;
  faults: Faults;
  outbox: Outbox;
  /** Own address, known once the server listens. */
  origin(): string;
  /** A timer that never keeps the process alive and dies with the sandbox. */
  after(ms: number, work: () => void): void;
}

/** An outside party. Its folder says all of it here; `providers.ts` lists it; nothing else knows its name. */
export interface Provider {
  /** Also the first word of its fault targets, and the channel of its messages. */
  name: string;
  /** As people write it. */
  title: string;
  /** What it takes as ours. */
  credentials?: Readonly<Record<string, string>>;
  /** Columns by table. Parties of one kind may share a table and then declare the same. */
  tables?: Readonly<Record<string, string>>;
  /** `table (columns)` by the name of the index. */
  indexes?: Readonly<Record<string, string>>;
  /** The published limits, which several calls may share. */
  limits?: readonly Limit[];
  /** The messages that it sends to the product. */
  hook?: Hook;
  /** What it serves to everybody. */
  routes?(app: FastifyInstance, world: World): void;
  /** What tests and people can make it do or read from it, below `/control` and on pages of its own. */
  control?(app: FastifyInstance, world: World): void;
  /** Its card on the play page, in HTML. */
  card?(world: World): string;
  /** Pages of its own that the play page leads to. */
  pages?: readonly (readonly [label: string, path: string])[];
  /** Its own words for too many calls (429) and for a failure (500). */
  refusals?: Readonly<Partial<Record<429 | 500, object>>>;
  /** Says with an answer what the limit leaves. */
  tellLimit?(reply: FastifyReply, count: Count): void;
  /** Serves what is not HTTP; before the sandbox listens. */
  start?(world: World): Promise<Started>;
  /** Goes on with what was under way when the program ended; once the sandbox listens. */
  resume?(world: World): void;
  /** Forgets what is not in its tables. */
  reset?(world: World): void;
  network?: Network;
  coins?: CoinVendor;
  payouts?: Payouts;
  signIn?: SignIn;
}

export interface Hook {
  /** Environment variable that moves it. */
  variable: string;
  /** Its usual place in the product. */
  path: string;
  /** True when it tells once and never again. */
  once?: boolean;
  /** How often it sends again what was not taken; absent: as the world's waits say. */
  resends?: number;
  /** Whether an answer tells it that it was heard; absent: any 2xx. */
  accepts?(status: number, answer: string): boolean;
  /** Headers of one message, made anew for each attempt because some carry the time. */
  sign?(world: World, body: string, forged: boolean, url: string): Record<string, string>;
}

export interface Started {
  smtpPort?: number;
  imapPort?: number;
  apnsPort?: number;
  /** By UDP. */
  namesPort?: number;
  close(): Promise<void>;
}

/** What became of an order, told after the order's own row was written. */
export type OrderStep =
  | { kind: "recorded" }
  | { kind: "moved"; before: Order; reason: string | null; detail: "APPROVED" | "REVERSED" | "MODIFIED" }
  | { kind: "closed" }
  | { kind: "extended" };

/** An affiliate network: how its clicks, orders and postbacks differ from those of others. */
export interface Network {
  /** First numbers of its programmes and advertisements, and the days until an order in a shop of the sandbox locks. */
  numbers: { programme: number; advertisement: number; shopLockingDays: number };
  click: { parameter: string; newId(programme: Programme, nowMs: number): string };
  /** Id of the next order. */
  newOrderId(world: World, programme: Programme): string;
  /** An id that no order has. */
  unknownId(order: Order): string;
  /** Why it takes an order back; the first is used when none is named. */
  reasons: readonly [string, ...string[]];
  restateReason: string;
  /** True when an order that was taken back keeps its amounts. */
  keepsAmounts?: boolean;
  /** True when it marks an order whose amount was changed. */
  marksAmendments?: boolean;
  /** Its state of an order in its own words. */
  stateOf(world: World, order: Order): string;
  labels: { approve: string; close: string };
  /** The trace that it keeps beside the order. */
  note?(world: World, order: Order, step: OrderStep): void;
  /** Its message of an order; absent when it is only asked. `event` null: it tells nothing of such an event. */
  postback?: {
    contentType: string;
    event(event: "created" | "changed"): string | null;
    body(world: World, order: Order): string;
  };
  /** How a shop reports a sale to it. */
  report(programme: Programme, clickId: string, sale: Sale): { path: string; fields: Record<string, string> };
}

export interface Sale {
  orderRef: string;
  items: OrderItem[];
  discountMinor: number;
  coupon: string | null;
}

/** A payment service that pays out. */
export interface Payouts {
  /** What left the account so far, in cents. */
  spent(world: World): number;
  /** Newest first, as its tables hold them. */
  list(world: World, limit: number): object[];
  /** The payout's own id, by that or by the id its sender gave it. */
  find(world: World, id: string): string | undefined;
  /** Settles one by its own id; `status` is a plain verb (`succeed`) or a native state. */
  settle(world: World, id: string, status: string): { message: string; payout: unknown };
  /** Entries on the play page, in HTML. */
  rows(world: World): string[];
  /** What time alone brings: how many it settled. */
  passTime?(world: World): number;
}

/** A place where people sign in with an account of theirs. */
export interface SignIn {
  tint: string;
  ask: string;
  /** Accounts that are there from the start. */
  people: readonly Person[];
  /** True when people may keep their address to themselves. */
  mayHideEmail?: boolean;
}

/** What a part remembers in each world beside its tables: made when first asked for, gone with the world. */
export function perWorld<T>(make: (world: World) => T): (world: World) => T {
  const kept = new WeakMap<World, T>();
  return (world) => {
    const known = kept.get(world);
    if (known !== undefined) return known;
    const made = make(world);
    kept.set(world, made);
    return made;
  };
}

/** Where the messages of a provider go. */
export function hookUrl(settings: Settings, provider: Pick<Provider, "name" | "hook">): string {
  return settings.hooks[provider.name] ?? `${settings.productUrl}${provider.hook?.path ?? ""}`;
}
