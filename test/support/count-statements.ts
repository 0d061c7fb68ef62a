/** How many statements about a schema some work asks of PostgreSQL, on whatever connection. */
import pg from "pg";
import { vi } from "vitest";

export async function countStatements(schema: string, work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const texts = query.mock.calls.map(([asked]: unknown[]) =>
      typeof asked === "string" ? asked : String((asked as { text?: unknown }).text),
    );
    return texts.filter((text) => text.includes(`${schema}.`)).length;
  } finally {
    query.mockRestore();
  }
}
