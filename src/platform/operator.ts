/**
 * What the people who run the service see and do of a module: what waits for them, what they may do about it, the things that
 * it keeps, and its figures. Modules declare it (`<m>/operator.ts`); whoever shows it knows no module by name. English, as
 * operators read it.
 */
import type { Outcome } from "#platform/outcome";

/** What an operator may be allowed; roles are bundles of these (`#staff`). A verb that names none is nobody's. */
export const PERMISSIONS = [
  "members.see",
  "members.personal",
  "members.help",
  "members.look",
  "members.close",
  "members.export",
  "members.erase",
  "money.see",
  "money.propose",
  "money.approve",
  "money.export",
  "payments.decide",
  "orders.see",
  "orders.decide",
  "charges.decide",
  "differences.decide",
  "purchases.decide",
  "coins.decide",
  "claims.decide",
  "catalog.see",
  "catalog.decide",
  "offers.decide",
  "imports.decide",
  "inbox.decide",
  "content.see",
  "content.decide",
  "jobs.run",
  "health.see",
  "alarms.set",
  "visitors.tell",
  "figures.see",
  "audit.see",
  "partners.see",
  "partners.decide",
  "partners.own",
  "staff.manage",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Names and what is known, in the order in which they are read. */
export type Facts = Readonly<Record<string, string>>;

export type QueueItem = {
  /** As operators type it: a public id where the thing has one. */
  readonly id: string;
  readonly since: Date;
  /** By when somebody was promised an answer; null where nobody was promised a day. */
  readonly due: Date | null;
  /** What it is and why it waits, in a line. */
  readonly line: string;
  /** The member who wrote it to us, by public id: what is shown beside it is theirs. */
  readonly member?: string;
};

/** Who does it (a public id of the staff, or a name of the command line), why, and what else the act asks for. */
export type Told = {
  readonly by: string;
  readonly reason: string;
  readonly values: Facts;
  /** The second person, where one was asked and said yes. */
  readonly approvedBy?: string;
  /** When it was decided: the same deed asked anew, by who takes a killed worker's place, has the same. Absent: now. */
  readonly decidedAt?: Date;
};

export type OperatorAsk = {
  readonly name: string;
  readonly what: string;
  readonly optional?: boolean;
  /** Words of several lines. */
  readonly long?: true;
  /** Characters at most; 4,000 when absent, and of one line half of them. */
  readonly most?: number;
  /** Nobody types it: it goes along as it began. */
  readonly hidden?: true;
  /** What stands in it before anybody types, on the page of a thing. */
  begin?(id: string): Promise<string>;
  /** A file, which `OperatorTake` of this name takes before anything is decided: what is told is the id that it answers. */
  readonly file?: string;
  /** One of these, as they are when somebody looks; the act itself refuses every other. */
  choices?(): Promise<readonly { readonly code: string; readonly what: string }[]>;
};

export type OperatorAct = {
  readonly name: string;
  /** What follows from it, in a sentence. */
  readonly what: string;
  readonly permission: Permission;
  /** Where the reason is one of a closed list: what members are told lies with the module, by these codes. */
  readonly reasons?: readonly { readonly code: string; readonly what: string }[];
  /** When it takes a second person, who may `approve`: always, or when the act says so of what it was told. */
  readonly secondPerson?: { readonly permission: Permission; needed(id: string, told: Told): Promise<boolean> };
  /** It moves money or gives out personal data: whoever does it signed in a few minutes ago. */
  readonly freshSignIn?: true;
  /** It settles nothing: what waits goes on waiting, and no promise is kept by it. */
  readonly aside?: true;
  /** It cannot wait for ten minutes, so it cannot be taken back either. */
  readonly atOnce?: true;
  /** Whether it must be said why: what a member or the books will be told. */
  readonly reason: boolean;
  /** What else it needs to be told. */
  readonly asks?: readonly OperatorAsk[];
  /** What stands in its way for this one now, whatever is told with it: it is shown, and cannot be pressed. Null: nothing. */
  barred?(id: string): Promise<string | null>;
  /** What is wrong with what was told, before anything is kept: whoever typed it changes it where it stands. Null: nothing. */
  check?(id: string, told: Told): Promise<string | null>;
  /**
   * What is now true, as a sentence; `unknown` for an id that does not wait, `not_possible` when it cannot be so, with `why` in
   * its detail where there is more to say. Told twice it does it once.
   */
  run(id: string, told: Told): Promise<Outcome<string, ActRefusal>>;
};
export type ActRefusal = "unknown" | "not_possible";

export type OperatorQueue = {
  readonly name: string;
  readonly what: string;
  /** Who may see it. */
  readonly permission: Permission;
  /** The one that waits longest first. */
  list(most: number): Promise<readonly QueueItem[]>;
  readonly acts: readonly OperatorAct[];
};

/** One that a search found, or that another object leads to. */
export type ObjectLink = {
  readonly kind: string;
  readonly id: string;
  readonly line: string;
  /** A name or an address that belongs to the line: for those with `members.personal`. */
  readonly personal?: string;
};

export type ObjectPage = {
  readonly facts: Facts;
  /** Names, addresses and the like: shown to those with `members.personal`, and every look is kept. */
  readonly personal?: Facts;
  /** Oldest first, across modules where the module knows of them. */
  readonly timeline: readonly { readonly at: Date; readonly what: string; readonly by: string }[];
  /** What the ledger holds of it, in the order of the transfers. */
  readonly money?: readonly { readonly at: Date; readonly what: string; readonly amount: string }[];
  readonly links?: readonly ObjectLink[];
  /** A path of the site: how it looks to readers. */
  readonly picture?: string;
  /** The member who wrote it to us, by public id: what is shown beside it is theirs. */
  readonly member?: string;
  /** Pages of the console that show it as its readers see it. */
  readonly views?: readonly { readonly href: string; readonly line: string }[];
};

export type TalkLine = {
  readonly id: string;
  /** In the order in which it was written. */
  readonly place: string;
  readonly from: "writer" | "house" | "note";
  readonly words: string;
  readonly by: string;
  readonly at: string;
  readonly files: readonly { readonly name: string; readonly href: string }[];
};
/** How a conversation that goes on stands, with what was written after a place. */
export type TalkPage = {
  readonly state: string;
  /** Whether its writer looks at it now. */
  readonly here: boolean;
  /** The place up to which its writer has read. */
  readonly seen: string;
  readonly may_say: boolean;
  readonly lines: readonly TalkLine[];
};

/** A conversation that goes on while somebody looks at it: operators follow it where its object is shown. */
export type OperatorTalk = {
  /** The act that says words in it, at once; what it asks is `words` and `canned`. */
  readonly act: string;
  /** Null for an object of which nothing goes on. */
  read(id: string, after: string): Promise<TalkPage | null>;
  /** `id`: null for any. Until what is returned is called. */
  hear(id: string | null, hearer: { changed(): void; typing?(): void }): () => void;
  typing(id: string): void;
  /** Somebody who may answer is at the desk, until what is returned is called. */
  enter(): () => void;
};

export type OperatorObject = {
  readonly kind: string;
  readonly permission: Permission;
  /** Null for an id of another kind, and for one that there is not. What another module adds is asked for by `may` alone. */
  show(id: string, may?: (permission: Permission) => boolean): Promise<ObjectPage | null>;
  /** By id, address, number, amount, or name, as somebody types it; in at most two statements. */
  search?(text: string, most: number): Promise<readonly ObjectLink[]>;
  readonly acts?: readonly OperatorAct[];
  readonly talk?: OperatorTalk;
};

/** What a module knows of an object that belongs to a module below it: it is shown and done on that object's page. */
export type ObjectAddition = {
  readonly kind: string;
  readonly permission: Permission;
  read?(id: string): Promise<Partial<ObjectPage>>;
  readonly acts?: readonly OperatorAct[];
};

/** A file that somebody may take along: a month for accounting, evidence for a bank. */
export type OperatorFile = {
  readonly name: string;
  readonly what: string;
  readonly permission: Permission;
  /** What `of` is, in words: a month such as 2026-11, a charge. */
  readonly of: string;
  /** The kind of object on whose page it stands, where it is about one. */
  readonly kind?: string;
  readonly freshSignIn?: true;
  /** Whether it must be said why it is taken. */
  readonly reason: boolean;
  /** Null for what there is not. */
  read(of: string, told: Told): Promise<{ readonly name: string; readonly type: string; readonly text: string } | null>;
};

/** What takes a file that an act asks for: a decision holds its id, and never the file. */
export type OperatorTake = {
  readonly name: string;
  readonly permission: Permission;
  /** MIME types, for the window that files are chosen in; what a file is, is told by its bytes. */
  readonly accept: readonly string[];
  readonly most_bytes: number;
  /** Answers its id and what it is, in words; `not_taken` with `why`. Unused ones are dropped. */
  take(bytes: Buffer): Promise<Outcome<{ readonly id: string; readonly line: string }, "not_taken">>;
};

/** What stands of a member beside what they wrote to us; rows newest first. */
export type Beside = {
  readonly facts: Facts;
  readonly rows: readonly (ObjectLink & {
    readonly at: Date;
    readonly amount: string;
    /** As the member reads it, and how it looks. */
    readonly state: string;
    readonly tone: "good" | "wait" | "bad";
  })[];
};

/** What a module shows of a member on the member's page; rows newest first. */
export type MemberSection = {
  readonly name: string;
  readonly what: string;
  readonly permission: Permission;
  /** Asked by the public id, and given the module its own. `by`: who looks; what is shown as the member sees it is shown to those who opened a look. */
  list(userId: string, most: number, by?: string): Promise<readonly (ObjectLink & { readonly at: Date })[]>;
  /** Beside a conversation of theirs, for the same roles. `of`: its id, which is why it is looked at. Null for who is gone. */
  beside?(
    userId: string,
    asked: { readonly by: string; readonly of: string; readonly most: number },
  ): Promise<Beside | null>;
};

/** A list of one kind of object, newest first, `after` the place where the page before ended. */
export type OperatorList = {
  readonly name: string;
  readonly what: string;
  /** Where nothing is in it: what makes that something is. */
  readonly empty?: string;
  readonly permission: Permission;
  readonly filters?: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Rows stand in an order of their own, which somebody may change: by this act of theirs, which asks for the place from 1. */
  readonly ordered?: { readonly act: string; readonly ask: string };
  read(asked: {
    readonly filters: Readonly<Record<string, string>>;
    readonly after: string | null;
    readonly most: number;
    /** Who looks, where a filter is about them. */
    readonly by?: string;
  }): Promise<{ readonly rows: readonly (ObjectLink & { readonly facts: Facts })[]; readonly after: string | null }>;
};

export type OperatorFigure = {
  readonly name: string;
  /** How it is counted. */
  readonly what: string;
  readonly permission: Permission;
  readonly unit: "count" | "USD";
  /**
   * `flow`: what happened in a span, so that days add up. `level`: how much there is at the moment of asking, whatever the
   * span; it is asked once a day and cannot be asked of the past.
   */
  readonly kind: "flow" | "level";
  /** Of what happened from an instant to before another; cents for dollars. */
  read(span: { from: Date; to: Date }): Promise<bigint>;
  /**
   * Of a flow that is less what came back: whether nothing went either way in a span. Others are never less than nothing, so that a
   * span without any had none on each of its days.
   */
  isIdle?(span: { from: Date; to: Date }): Promise<boolean>;
};

/** Rows that figures cannot tell: cohorts, steps of a way. The first column names the row. */
export type OperatorTable = {
  readonly name: string;
  /** How it is counted. */
  readonly what: string;
  readonly permission: Permission;
  readonly columns: readonly string[];
  /** Cells as they are read; a number where a program may want one. */
  read(span: { from: Date; to: Date }): Promise<readonly (readonly (string | number)[])[]>;
};

/** A number of one partner: what happened under its name, by days or months of UTC in which there was any; cents for dollars. */
export type PartnerFigure = {
  readonly name: string;
  /** How it is counted. */
  readonly what: string;
  readonly unit: "count" | "USD";
  read(asked: {
    partner: string;
    from: Date;
    to: Date;
    by: "day" | "month";
  }): Promise<readonly { readonly at: string; readonly value: bigint }[]>;
};

/** How one thing stands. `warn`: somebody should look today; `bad`: something does not work now. */
export type CheckState = "fine" | "warn" | "bad";
export type HealthCheck = {
  readonly name: string;
  readonly what: string;
  /**
   * In a line; `queue`: where what is behind it waits. `unproven`: nothing is ill, and nothing has shown yet that it works, so that
   * nobody is told and nobody is told that it is fine. `each`: of what looks at several parties, those that are not fine; each has an
   * alarm of its own, because the second must be told while the first is away, and quiet of one is not quiet of all.
   */
  look(now: Date): Promise<{
    readonly state: CheckState;
    readonly line: string;
    readonly queue?: string;
    readonly unproven?: boolean;
    readonly each?: readonly { readonly name: string; readonly line: string }[];
  }>;
};

export type OperatorView = {
  readonly checks?: readonly HealthCheck[];
  readonly tables?: readonly OperatorTable[];
  readonly queues?: readonly OperatorQueue[];
  readonly objects?: readonly OperatorObject[];
  readonly figures?: readonly OperatorFigure[];
  readonly members?: readonly MemberSection[];
  readonly lists?: readonly OperatorList[];
  readonly adds?: readonly ObjectAddition[];
  readonly files?: readonly OperatorFile[];
  readonly partners?: readonly PartnerFigure[];
  readonly takes?: readonly OperatorTake[];
};
