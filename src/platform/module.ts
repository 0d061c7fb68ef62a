/**
 * What a module tells of itself, in `src/modules/<m>/module.ts`. The server goes over the list in `modules/order.ts` and
 * knows no module by name but to create it.
 */
import type { AccountKeeper, AccountKind } from "#platform/account-kind";
import type { SettingsGroup, Shape } from "#platform/config";
import type { Describer, InWords } from "#platform/describer";
import type { Http, Request } from "#platform/http";
import type { PublicId } from "#platform/ids";
import type { Event, JobEntry } from "#platform/job";
import type { LimitRule } from "#platform/limits";
import type { MemberData, MemberMover } from "#platform/member-parts";
import type { Metric, MetricReading } from "#platform/metrics";
import type { OperatorView } from "#platform/operator";

/** A cookie, for the page that lists them all. `days`: 0 for a session, or an hour at most. */
export type DeclaredCookie = {
  readonly name: string;
  readonly days: number;
  /** Set without asking, because nothing works without it. */
  readonly needed: boolean;
  readonly what: { readonly en: string; readonly es: string };
};

/** A kind of letter: `template` names it in the records, `title` to people. Notifications makes them (`defineLetter`). */
export type DeclaredLetter = { readonly template: string; readonly title: InWords };

/** A place in the account's navigation. */
export type NavigationEntry = {
  readonly group: "money" | "benefits" | "membership" | "settings";
  /** Where it stands in its group, lowest first. */
  readonly rank: number;
  readonly href: string;
  /** Pages that stand below it without a place of their own: a path, or the beginning of some when it ends in a slash. */
  readonly below?: readonly string[];
  /** Of the sprite (`ui/icons/names.ts`). */
  readonly icon: string;
  readonly text: { readonly en: string; readonly es: string };
};

/** Something of the database that pages are made of and that each process keeps in its memory. */
export type KeptTexts = {
  /** Another as soon as something else is kept. */
  version(): number;
  /** Reads it anew. What throws is tried again until it works; until then what was kept before stands. */
  load(): Promise<unknown>;
  /** It is told of drafts too: read first, and where its version stays, nothing that is made of it is made anew. */
  readonly told_of_drafts?: true;
};

/** What pages ask of a request. Each is answered by one module, and refuses nothing: who is nobody is null. */
export type RequestAnswers<Operator = unknown> = {
  /** Where the request comes from, for sign-ins without script. */
  visitOf(request: Request): { user_agent: string; address: string; device: string | null };
  /** The operators' console: whether it is there for this request, and who is signed in. */
  console: { opens(request: Request): boolean; operatorOf(request: Request): Promise<Operator | null> };
  /** The cookie that keeps where the reader of a page of their own came from, also without script; null where nothing is to be kept. */
  touchLine(request: Request): string | null;
};

/**
 * `Doors`: what the module's parts work with: its own door, doors below it, and what the server hands to all. A module is written
 * as what `satisfies` this, because its name and settings are known as they stand: the type of the configuration is made of them.
 */
export type Module<Doors> = Partial<SettingsGroup> & {
  readonly name: string;
  /**
   * By which databases know its migrations (`0001-00-ledger-…`), wherever it stands in the order: a new module takes the next
   * number that is free, and none ever takes another.
   */
  readonly migration_place: number;
  /** Settings of another module that it reads beside its own, because both speak to the same party with the same keys. */
  readonly reads?: Shape;
  /** How often a stranger may try something. The server counts by no rule that is not declared. */
  readonly limits?: Readonly<Record<string, LimitRule>>;
  readonly cookies?: readonly DeclaredCookie[];
  /** The kinds of accounts of the ledger that it owns. What it once declared it keeps: money lies there, and ids are made of its name. */
  readonly accounts?: readonly AccountKind[];
  /** Of the one module that keeps the accounts of all. */
  readonly keeper?: AccountKeeper;
  /** The kinds of its ids that leave the house. */
  readonly ids?: readonly PublicId[];
  readonly navigation?: readonly NavigationEntry[];
  /** The letters that it sends. No other is sent, and operators find each of them by its title. */
  readonly letters?: readonly DeclaredLetter[];
  /** What it counts and measures for `/metrics`, with when somebody should look. */
  readonly metrics?: readonly Metric[];
  /** Of its metrics those that are read when somebody asks. */
  readonly readings?: (doors: Doors) => readonly MetricReading[];
  /** What it tells those above it. No other event is told, and none that it does not declare is listened to. */
  readonly events?: readonly Event[];
  readonly jobs?: (doors: Doors) => readonly JobEntry[];
  readonly data?: (doors: Doors) => MemberData;
  readonly move?: (doors: Doors) => MemberMover;
  /** How the transfers that it makes on members' accounts read in the passbook. */
  readonly describers?: readonly Describer[];
  /** Its state machines, by the table whose rows go through them: what each state may become. */
  readonly states?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** What waits for operators, what they may do about it, and its figures. */
  readonly operators?: (doors: Doors) => OperatorView;
  /** Told once, when all modules are there: gives those below it the answers that they ask for and it has, so that they know nobody above them. */
  readonly introduce?: (doors: Doors) => void;
  /** What it answers of requests for pages. */
  readonly requests?: (doors: Doors) => Partial<RequestAnswers>;
  readonly texts?: (doors: Doors) => KeptTexts;
  /** Calls of browsers and partners, under the guards and limits that all of them share. */
  readonly calls?: (scope: Http, doors: Doors) => void;
  /** A listener of its own beside the web server's, where this process takes callers in; null for none. What throws stops the start. */
  readonly listen?: (doors: Doors) => Promise<{ close(): Promise<unknown> } | null>;
  /** Begins to make what the first callers would wait for, once the doors are open. */
  readonly prepare?: (doors: Doors) => void;
  /**
   * Forgets what it holds of the database in memory: something that pages show was changed, perhaps by another process. `by`: the
   * module that told; null where something may have been told and was not heard.
   */
  readonly forget?: (doors: Doors, by: string | null) => void;
  /** Writes what it still holds in memory and ends its helpers, once no request comes any more; jobs go on until all have done so. */
  readonly finish?: (doors: Doors) => Promise<void>;
  /** Closes what it keeps open, once no job runs any more. */
  readonly close?: (doors: Doors) => void | Promise<void>;
  /** Calls of others' servers and plain redirects, each list in a scope of its own, bare of parsers and guards. */
  readonly hooks?: readonly ((scope: Http, doors: Doors) => void | Promise<void>)[];
};
