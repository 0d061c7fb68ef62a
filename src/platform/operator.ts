/**
 * What the people who run the service see and do of a module: what waits for them, what they may do about it, the things that
 * it keeps, and its figures. Modules declare it (`<m>/operator.ts`); whoever shows it knows no module by name. English, as
 * operators read it.
 */
import type { Outcome } from "#platform/outcome";

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
};

/** Who does it, why, and what else the act asks for. */
export type Told = { readonly by: string; readonly reason: string; readonly values: Facts };

export type OperatorAct = {
  readonly name: string;
  /** What follows from it, in a sentence. */
  readonly what: string;
  /** Whether it must be said why: what a member or the books will be told. */
  readonly reason: boolean;
  /** What else it needs to be told. */
  readonly asks?: readonly { readonly name: string; readonly what: string; readonly optional?: boolean }[];
  /** What is now true, as a sentence; `unknown` for an id that does not wait, `not_possible` when it cannot be so. */
  run(id: string, told: Told): Promise<Outcome<string, ActRefusal>>;
};
export type ActRefusal = "unknown" | "not_possible";

export type OperatorQueue = {
  readonly name: string;
  readonly what: string;
  /** The one that waits longest first. */
  list(most: number): Promise<readonly QueueItem[]>;
  readonly acts: readonly OperatorAct[];
};

export type OperatorObject = {
  readonly kind: string;
  /** Null for an id of another kind, and for one that there is not. */
  show(id: string): Promise<{ facts: Facts; timeline: readonly { at: Date; what: string; by: string }[] } | null>;
};

export type OperatorFigure = {
  readonly name: string;
  /** How it is counted. */
  readonly what: string;
  readonly unit: "count" | "USD";
  /** Of what happened from an instant to before another; cents for dollars. */
  read(span: { from: Date; to: Date }): Promise<bigint>;
};

export type OperatorView = {
  readonly queues?: readonly OperatorQueue[];
  readonly objects?: readonly OperatorObject[];
  readonly figures?: readonly OperatorFigure[];
};
