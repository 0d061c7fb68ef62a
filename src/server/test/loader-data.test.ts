/** What loaders gave comes to the browser's router as it was, by that router's own reading, whatever characters it holds. */
import { runInThisContext } from "node:vm";
import { UNSAFE_decodeViaTurboStream as decode, type ErrorResponse, UNSAFE_ErrorResponseImpl } from "react-router";
import { expect, it } from "vitest";
import { sayInScript } from "../../loader-data.ts";

/** As a browser does it: the script says the text, and the router reads it. */
async function arrives(data: unknown): Promise<unknown> {
  const script = sayInScript(data);
  expect(script).not.toMatch(/[<>&\n\r\u2028\u2029]/);
  const said = new TextEncoder().encode(runInThisContext(script));
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(said);
      controller.close();
    },
  });
  // It asks the window only for kinds of errors that are none here.
  return (await decode(stream, globalThis as never)).value;
}

it.each([
  [
    "texts that could end a script, or its words",
    ["</script><!--", 'it\'s "so" \\ $`', "a\nb\r\u2028\u2029", "ñ 🪙", ""],
  ],
  ["what JSON has no word for", [undefined, null, Number.NaN, -0, 0, 1 / 0, -1 / 0, 12.5, -5, 9_007_199_254_740_993n]],
  ["dates, sets and maps", [new Date(0), new Set(["a", 1]), new Set(), new Map([["a", { b: 1 }]]), new Map()]],
  [
    "records of kinds that change, and with the same names elsewhere",
    [{ a: 1, b: 2 }, { b: 1, a: 2 }, { a: 1 }, {}, { a: { a: { a: [] } } }, { a: 3, b: 4, c: 5 }],
  ],
  ["numbers around those that are small", [127, 128, 127, 128, -1, -127, 0, 1.5, 1e21, 2 ** 31, 2 ** 40]],
  [
    "more than a page ever held, with places of every length",
    Array.from({ length: 12_000 }, (_, n) => ({
      n,
      name: `n${n}`,
      list: [n % 7, `n${n % 5}`],
      big: n === 9 ? 10n ** 90_000n : 1n,
    })),
  ],
  ["one thing alone", "text"],
  ["a number alone", 7],
  ["a list of nothing", []],
  ["nothing", undefined],
])("%s arrives as it was", async (_what, data) => {
  expect(await arrives(data)).toEqual(data);
});

it("writes once what is said twice, and the browser has one thing then", async () => {
  const store = { name: "Harbor & Pine" };
  const arrived = (await arrives({ coupons: [{ store }, { store }] })) as { coupons: { store: object }[] };
  expect(arrived.coupons[0]?.store).toBe(arrived.coupons[1]?.store);
  expect(sayInScript({ a: store, b: store }).split("Harbor")).toHaveLength(2);
});

it("tells an error as the router does, and refuses what cannot arrive", async () => {
  const [missing, failed] = (await arrives([
    new UNSAFE_ErrorResponseImpl(404, "Not Found", "There is no such page."),
    Object.assign(new Error("Unexpected Server Error"), { stack: undefined }),
  ])) as [ErrorResponse, Error];
  expect(missing).toBeInstanceOf(UNSAFE_ErrorResponseImpl);
  expect([missing.status, missing.data]).toEqual([404, "There is no such page."]);
  expect([failed.message, failed.stack]).toEqual(["Unexpected Server Error", undefined]);
  for (const wrong of [() => 1, Symbol("a"), Promise.resolve(1), new URL("http://page"), new (class Own {})()])
    expect(() => sayInScript({ wrong })).toThrow("A loader gave a ");
});
