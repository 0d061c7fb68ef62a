/**
 * What PostgreSQL is asked: a text and, apart from it, its values. A part of a statement is one itself, so that statements are put
 * together of parts without a value ever becoming text (`sql-template-tag`).
 */
import pg from "pg";
import { Sql } from "sql-template-tag";

/** `name`: by which a connection parses and plans a text once. */
export type Question = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string | undefined;
};
/** `rowCount`: how many rows were written, or read where none was. */
export type Answer<Row> = { readonly rows: Row[]; readonly rowCount: number };
/** Whoever can be asked: the database, one connection of it, a transaction. */
export type Runner = { ask<Row>(question: Question): Promise<Answer<Row>> };

/** `Row`: what each row of the answer is; whoever writes the statement says so. */
export class Statement<Row = unknown> extends Sql {
  execute(runner: Runner): Promise<Answer<Row>> {
    return runner.ask<Row>(this);
  }
}

/** Values take their places (`$1`), statements become part of the text. */
export const sql = Object.assign(
  <Row = unknown>(strings: TemplateStringsArray, ...values: unknown[]): Statement<Row> =>
    new Statement(strings, values),
  {
    /** A text of our own, as it stands. */
    raw: <Row = unknown>(text: string): Statement<Row> => new Statement([text], []),
    /** A single name, whatever stands in it. */
    id: (name: string): Statement => new Statement([pg.escapeIdentifier(name)], []),
    /** A name of a table or column, with its schema's or table's before a point. */
    ref: (name: string): Statement => new Statement([name.split(".").map(pg.escapeIdentifier).join(".")], []),
    /** A value inside the text, where PostgreSQL takes no parameter, or plans better when it knows the value. */
    lit: (value: string | number | bigint): Statement =>
      new Statement([typeof value === "string" ? pg.escapeLiteral(value) : String(value)], []),
    /** At least one part. `between`: a text of our own. */
    join: <Row = unknown>(parts: readonly Statement[], between = ", "): Statement<Row> =>
      new Statement(["", ...Array<string>(parts.length - 1).fill(between), ""], parts),
  },
);
