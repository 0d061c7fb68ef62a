/** What a list of the console says where it is empty, and how it shows what the code has a short word for. */
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { ListTable, type ShownList } from "./list-table.tsx";

const list: ShownList = {
  ...{ name: "own rates", what: "Rates of our own", isFirst: true, after: null, rows: [] },
  filters: [{ name: "state", values: ["all", "runs"], value: "all" }],
};
function shown(change: Partial<ShownList>): string {
  const element = <ListTable list={{ ...list, ...change }} path="/console/lists/own%20rates" />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}

it("says what to do where nothing is in a list, and the way to all where a filter leaves nothing", () => {
  expect(shown({ empty: "Give one on a program's page." })).toContain("Give one on a program&#x27;s page.");
  expect(shown({})).toContain("Nothing is in this list yet.");
  const filters = [{ name: "state", values: ["all", "runs"], value: "runs" }];
  const narrowed = shown({ filters, empty: "Give one on a program's page." });
  expect(narrowed).toContain("Nothing fits this filter.");
  expect(narrowed).toContain('<a href="/console/lists/own%20rates">Show all</a>');
});

it("shows codes as people read them, and names a row's link by the words that are seen", () => {
  const link = {
    kind: "letter",
    id: "booking_drop",
    line: "booking_drop",
    personal: null,
    href: "/console/o/letter/x",
  };
  const html = shown({ rows: [{ key: "row-0", link, facts: { letter: "booking_drop", network: "awin" } }] });
  expect(html).toContain('aria-label="Open Booking drop"');
  expect(html).toMatch(/>Booking drop<.*>Awin</);
  expect(html).not.toMatch(/booking_drop/);
});

it("offers a short filter as words in a row, and a long one to choose from", () => {
  expect(shown({})).not.toContain("<select");
  const values = ["all", ...Array.from({ length: 30 }, (_, at) => `Letter ${at}`)];
  const html = shown({ filters: [...list.filters, { name: "letter", values, value: "Letter 3" }] });
  expect(html).toContain('<select class="input" name="letter">');
  expect(html).toContain('<option value="Letter 3" selected="">');
  // Whoever chooses keeps what else was chosen.
  expect(html).toContain('<input type="hidden" name="state" value="all"/>');
});

it("says what is chosen from where two rows of words stand, and not where one does", () => {
  const held = { name: "held", values: ["all", "yes"], value: "all" };
  expect(shown({ filters: [...list.filters, held] })).toMatch(/>State<\/span>.*>Held<\/span>/);
  expect(shown({})).not.toContain(">State</span>");
});
