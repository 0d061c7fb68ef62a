/** Statements: values stay values, however they are put together. */
import { expect, it } from "vitest";
import { sql } from "#platform/sql";

it("gives values their places, also those of parts", () => {
  const part = (name: string) => sql`where name = ${name} and at < ${1}`;
  const whole = sql`select * from ${sql.ref("catalog.things")} ${part("o'hara")} limit ${2}`;
  expect(whole.text).toBe('select * from "catalog"."things" where name = $1 and at < $2 limit $3');
  expect(whole.values).toEqual(["o'hara", 1, 2]);
  expect(sql`${sql``} select ${null}, ${undefined}`).toMatchObject({
    text: " select $1, $2",
    values: [null, undefined],
  });
});

it("puts lists of parts together", () => {
  expect(sql.join(["a", "b"].map((name) => sql`${sql.ref(name)} = ${name}`))).toMatchObject({
    text: '"a" = $1, "b" = $2',
    values: ["a", "b"],
  });
  expect(sql.join([sql`select ${1}`, sql`select ${2}`], " union all ").text).toBe("select $1 union all select $2");
  expect(() => sql.join([])).toThrow();
});

it("quotes what must stand in the text", () => {
  expect(sql`${sql.id('a."b')} ${sql.ref('x"y.z')}`.text).toBe('"a.""b" "x""y"."z"');
  expect(sql`${sql.lit("it's")} ${sql.lit("a\\b")} ${sql.lit(5)} ${sql.lit(7n)}`.text).toBe("'it''s'  E'a\\\\b' 5 7");
});
