/** Filling pixels: known hashes, and no value that leaves the place it was put into. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanTransaction, faultOf, fillPixel, hashEmail, valuesOf, whereIs } from "../pixels.ts";

const EVIL = `"'\`><img src=x onerror=alert(1)></script>\\ \n\u2028\${x}&{email}`;
const values = { transaction_id: EVIL, email_sha256: "", email_md5: "", email: EVIL };

describe("hashed addresses", () => {
  it.each(["test@example.com", "  Test@Example.COM\n"])("of %j are the known vectors", (email) => {
    expect(hashEmail(email)).toEqual({
      sha256: "973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b",
      md5: "55502f40dc8b7c769880b10874abc9d0",
    });
  });

  it("stand beside the address itself only by contract", () => {
    const purchase = { transaction_id: "t1", email: "test@example.com" };
    expect(valuesOf({ name: "a", html: "" }, purchase).email).toBe("");
    expect(valuesOf({ name: "a", html: "", raw_email_by_contract: true }, purchase).email).toBe("test@example.com");
    expect(valuesOf({ name: "a", html: "" }, { ...purchase, email: null })).toMatchObject({
      email_sha256: "",
      email_md5: "",
    });
  });
});

describe("a place", () => {
  it.each([
    ["<p>", "text"],
    ['<img alt="', "attribute"],
    ['<img src="https://px.example/?t=', "url"],
    ["<img src='//px.example/?t=", "url"],
    ['<img src="', "forbidden"],
    ["<img src=https://px.example/?t=", "forbidden"],
    ["<img onload=\"track('", "forbidden"],
    ['<p style="color:', "forbidden"],
    ["<style>", "forbidden"],
    ["<!-- ", "forbidden"],
    ["<script>var t=", "script-bare"],
    ["<script>var t='", "script-string"],
    ['<script>var a="it\\"s";var t="', "script-string"],
    ["<script>new Image().src='https://px.example/?t=", "script-url"],
    ["<script>// it's ", "forbidden"],
    ["<script>/* ' */ var t=", "script-bare"],
    ["<script>var t=`${", "forbidden"],
    ["<script>x()</script><p>", "text"],
    ['<script src="https://px.example/?t=', "url"],
  ])("after %s is %s", (before, where) => {
    expect(whereIs(before)).toBe(where);
  });

  it("keeps whatever is put into it", () => {
    const html = `<img src="https://px.example/?t={transaction_id}&e={email}" alt="{email}"><b>{transaction_id}</b><script>var a='{email}',b={transaction_id};new Image().src="https://px.example/?e={email}"</script>`;
    expect(faultOf(html)).toBeNull();
    const filled = fillPixel(html, values);
    expect(filled).not.toMatch(/onerror=|<img src=x/);
    expect(filled.match(/<\/script>/g)).toHaveLength(1);
    const [, code = ""] = /<script>(.*)<\/script>/.exec(filled) ?? [];
    const seen: { a?: string; b?: string; src?: string } = {};
    new Function("Image", "seen", `${code.replace("var a", "seen.a").replace(",b=", ";seen.b=")}`)(
      class {
        set src(to: string) {
          seen.src = to;
        }
      },
      seen,
    );
    expect(seen.a).toBe(EVIL);
    expect(seen.b).toBe(EVIL);
    expect(new URL(seen.src ?? "").searchParams.get("e")).toBe(EVIL);
  });

  it("in a script never ends its text, whatever the value", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (email) => {
        fc.pre(email.isWellFormed());
        const filled = fillPixel("<script>f('{email}',{email})</script>", { ...values, email });
        const code = filled.slice("<script>".length, -"</script>".length);
        const got: unknown[] = [];
        new Function("f", code)((...all: unknown[]) => got.push(...all));
        expect(got).toEqual([email, email]);
        expect(code).not.toContain("<");
      }),
    );
  });

  it.each([
    ["<b>{name}</b>", /\{name\} is no place/],
    ["<a onclick=\"f('{email}')\">", /\{email\} stands where/],
    ["<img src={transaction_id}>", /stands where/],
    ["<script>if(a){b}</script>{email}", null],
  ])("in %s is judged at the start", (html, fault) => {
    if (fault) expect(faultOf(html)).toMatch(fault);
    else expect(faultOf(html)).toBeNull();
  });

  it("for a transaction takes ids and nothing else", () => {
    expect(cleanTransaction("sub_123.A-4:x")).toBe("sub_123.A-4:x");
    for (const odd of ["", "a b", "<x>", "a".repeat(81), 12, null, undefined, "a\n"])
      expect(cleanTransaction(odd)).toBeNull();
  });
});
