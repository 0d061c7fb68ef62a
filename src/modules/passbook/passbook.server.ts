/** The door of the passbook: what a member has, and every entry of how it came and went. */
import type { BenefitReader } from "#benefits";
import type { Shares } from "#catalog";
import { assert } from "#platform/outcome";
import { createSigner } from "#platform/signer";
import type { PassbookContext, PassbookDeps } from "./context.ts";
import { readCoinHistory } from "./read-coin-history.ts";
import { readHome } from "./read-home.ts";
import { readPage } from "./read-page.ts";
import { type Statement, writeStatement } from "./write-statement.ts";

export type { BonusEntry, PassbookFilter, PayoutEntry } from "#platform/describer";
export { PASSBOOK_REFUSALS } from "./messages.ts";
export type * from "./passbook.types.ts";
export type { MemberHome } from "./read-home.ts";

export function createPassbook(deps: PassbookDeps) {
  const kinds = deps.describers.flatMap((describer) => describer.kinds.map((kind) => [kind, describer] as const));
  const describerOf = new Map(kinds);
  assert(describerOf.size === kinds.length, "each kind of transfer has one describer");
  const context: PassbookContext = { ...deps, describerOf };
  const signer = createSigner(`statements:${deps.secret}`);
  return {
    /** Every line of a member's accounts, signed; and the key by which that is checked (Ed25519, base64url). */
    statement: (userId: string): Promise<Statement> =>
      writeStatement(context, { user_id: userId, issuer: deps.publicUrl, signer, now: deps.clock.now() }),
    statementKey: signer.public_key,
    page: (input: Parameters<typeof readPage>[1]) => readPage(context, input),
    /** `brand`: whose rates the stores show. */
    home: (reader: BenefitReader, brand: Shares) => readHome(context, reader, brand),
    coins: (input: Parameters<typeof readCoinHistory>[1]) => readCoinHistory(context, input),
    /** Kinds that the history of coins has words for. */
    coinKinds: (): readonly string[] => [...describerOf].flatMap(([kind, { coins }]) => (coins ? [kind] : [])),
    balances: (userId: string) => deps.ledger.balances(userId),
    /** What every kind of transfer that may touch a member's account is described by. */
    kinds: (): readonly string[] => [...describerOf.keys()],
  };
}
export type Passbook = ReturnType<typeof createPassbook>;
/** What screens may ask of the passbook. */
export type PassbookService = Pick<Passbook, "page" | "balances" | "coins">;
