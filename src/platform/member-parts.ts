/** What a module does with the parts of a member that it keeps, when they ask for a copy, leave, or two accounts become one. */
import type { Database, Tx } from "#platform/database";
import type { PublicId } from "#platform/ids";

export type MemberData = {
  /** Everything that the module knows of them, machine-readable. */
  read(runner: Database, userId: string): Promise<Record<string, unknown>>;
  /**
   * In the transaction that ends the account, once it is certain that it ends: nothing can be refused here, and what throws takes all of it
   * back. Their accounts are open and locked, and close when all modules are done. A module with kinds of members' accounts of its own empties
   * theirs here: an account with something in it ends nobody. What is moved to the free money is given up with that, and told to nobody.
   */
  erase(tx: Tx, userId: string): Promise<void>;
};
/** `ids`: the kinds of ids that the module declares. */
export type DataKeeper = MemberData & { name: string; ids?: readonly PublicId[] };

/** `round` is 0 in the merge itself and counts the later sweeps, so that each has a cause of its own. */
export type Move = { from: string; to: string; round: number };
/** Gives everything of one member to another; done twice it finds nothing left. */
export type MemberMover = (tx: Tx, move: Move) => Promise<void>;

/** Who asks all modules for their parts of a member: told once of each. */
export type MemberKeeper = {
  keepMemberData(keepers: readonly DataKeeper[], ids: readonly PublicId[]): void;
  /** In the order in which they are told the parts move. */
  registerMover(mover: MemberMover): void;
};
