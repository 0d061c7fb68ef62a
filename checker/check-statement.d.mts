/** What the program that checks statements says of itself to TypeScript; it is written without, so that it runs as it is. */
export class StatementFault extends Error {
  readonly code: string;
  readonly where: { readonly account?: string; readonly line?: string };
}
export type Told = {
  readonly issuer: string;
  readonly member: string;
  readonly made_at: string;
  readonly public_key: string;
  readonly accounts: readonly {
    readonly name: string;
    readonly unit: string;
    readonly lines: number;
    readonly balance: string;
  }[];
};
export function checkStatement(
  given: string | object,
  options?: { readonly earlier?: string | object; readonly key?: string },
): Promise<Told>;
