/** Input that nobody meant: odd texts in every place of a request, for the tests that send it to every call. */
import fc from "fast-check";

const ODD = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "../../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "%00",
  "%",
  "%zz",
  "%c0%af",
  "//evil.example",
  "\\\\evil.example",
  "javascript:alert(1)",
  "' or 1=1 --",
  "{{count}}",
  "<script>alert(1)</script>",
  "\u202e\u200b\ufeff",
  "\ud800",
  "👩‍👩‍👧‍👦",
  "İ",
  "ﷺ".repeat(50),
  "a".repeat(5_000),
  "9".repeat(400),
  "-1",
  "1e999",
  "NaN",
  "__proto__",
  "constructor",
  "usr_00000000000000000000000000000000",
  "ofr_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
  "marlow-finch",
];
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD) },
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ maxLength: 40 }),
);

let deep: unknown = 1;
for (let level = 0; level < 3_000; level += 1) deep = [deep];

/** Names that our calls read, so that the fuzz comes past the first check. */
const NAMES = [
  "email",
  "password",
  "password_confirmation",
  "name",
  "worked",
  "action_id",
  "AwinTransactionPush",
  "transactionId",
  "resource",
  "payload",
  "events",
  "language",
  "partner",
  "login_token",
  "q",
  "page",
  "sort",
  "category",
  "lang",
  "offer",
  "listing",
  "filter",
  "country",
  "v",
];
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, [], {}, [[[[]]]], { $ne: 1 }, { __proto__: { a: 1 } }),
  fc.array(fc.oneof(text, fc.integer()), { maxLength: 4 }),
);
const object = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 8 });

const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "text/plain",
  "application/xml",
  "application/octet-stream",
  "nonsense",
  "",
];
const payload: fc.Arbitrary<{ type: string; body: string }> = fc.oneof(
  object.map((body) => ({ type: "application/json", body: JSON.stringify(body) })),
  value.map((body) => ({ type: "application/json", body: JSON.stringify(body) ?? "" })),
  fc.constantFrom(
    { type: "application/json", body: "{" },
    { type: "application/json", body: "" },
    { type: "application/json", body: "null" },
    { type: "application/json", body: '{"a":1,}' },
    { type: "application/json", body: '{"__proto__":{"a":1},"constructor":{"prototype":{}}}' },
    { type: "application/json", body: JSON.stringify(deep) },
    { type: "application/json", body: `"${"x".repeat(1_100_000)}"` },
    { type: "application/json", body: '"a\\u0000b"' },
    { type: "application/json", body: '"\\ud800"' },
  ),
  fc.record({
    type: fc.constantFrom(...CONTENT_TYPES),
    body: fc.oneof(
      text,
      object.map((body) => JSON.stringify(body)),
    ),
  }),
  object.map((body) => ({
    type: "application/x-www-form-urlencoded",
    body: Object.entries(body)
      .map(
        ([name, each]) =>
          `${name}=${typeof each === "string" && each.isWellFormed() ? encodeURIComponent(each) : "%00%zz"}`,
      )
      .join("&"),
  })),
);

/** Node refuses to send line ends and what lies past Latin-1; all else may stand in a header. */
const headerText = text.map((each) => each.replace(/[^\t\x20-\x7e\x80-\xff]/g, "\xa0").slice(0, 4_000));
const headers = fc.dictionary(
  fc.constantFrom(
    "cookie",
    "authorization",
    "accept-language",
    "user-agent",
    "x-forwarded-for",
    "x-forwarded-host",
    "if-none-match",
    "sec-fetch-site",
    "tremendous-webhook-signature",
    "paypal-transmission-id",
    "paypal-cert-url",
  ),
  fc.oneof(
    headerText,
    headerText.map((each) => `tp_token=${each}; lang=${each}; partner=%00; tp_bind=${each}`),
    headerText.map((each) => `Bearer ${each}`),
  ),
  { maxKeys: 5 },
);

/** As a hand-made address would have it: some encoded, some as they are. */
const part = fc.tuple(text, fc.boolean()).map(([each, encoded]) => {
  const clean = each.isWellFormed() ? each : "%ed%a0%80";
  return encoded || /[^\x21-\x7e]|[/?#\\]/.test(clean) ? encodeURIComponent(clean) : clean;
});
const query = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), part), { maxLength: 4 })
  .map((pairs) => (pairs.length ? `?${pairs.map(([name, each]) => `${name}=${each}`).join("&")}` : ""));

export const input = fc.record({ parts: fc.array(part, { minLength: 3, maxLength: 3 }), query, headers, payload });
export type Input = typeof input extends fc.Arbitrary<infer T> ? T : never;
