/** What is taken of what is told to be newest: signed by our key, whole, and no older than what is kept. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { bundleOf, bundleText, hashOf } from "../../src/modules/extension/rules.ts";
import { type Manifest, signedText } from "../src/bundle.ts";
import { endingOf, isOlder, oldestText } from "../src/served.ts";
import { type Before, takeBundle } from "../src/take-bundle.ts";

const ours = generateKeyPairSync("ed25519");
const theirs = generateKeyPairSync("ed25519");
const rawKey = (key: KeyObject) => key.export({ format: "jwk" }).x ?? "";

const store = (name: string) => ({
  ...{ name, title: name, hosts: [`${name}.example`], codes: [] },
  rate: { kind: "percent", bps: 300, up_to: false } as const,
});
const textOf = (...names: string[]) => bundleText(bundleOf(names.map(store), [], []));
const BODY = textOf("one", "two");

function told(more: Partial<Manifest> = {}, key: KeyObject = ours.privateKey, text = BODY): Manifest {
  const said = { brand: "tuppence", version: 5, made_at: "2026-01-01T00:00:00.000Z", hash: hashOf(text), ...more };
  const signature = sign(null, Buffer.from(signedText(said as Manifest)), key).toString("base64url");
  return { format: 1, differences: [], ...said, signature, ...more } as Manifest;
}

type Served = { manifest?: unknown; body?: Uint8Array<ArrayBuffer>; difference?: unknown };
async function take(served: Served, kept: Manifest | null = null, before: Before | null = null) {
  const asked: string[] = [];
  const fetching = async (address: string) => {
    const path = address.replace("https://site.example/ext/tuppence/", "");
    asked.push(path);
    if (path === "manifest.json") return Response.json(served.manifest ?? told());
    if (path.startsWith("difference/")) return new Response(gzipSync(JSON.stringify(served.difference)));
    return new Response(served.body ?? gzipSync(BODY));
  };
  const taken = await takeBundle({
    ...{ site: "https://site.example", brand: "tuppence", public_key: rawKey(ours.publicKey) },
    ...{ kept, before: async () => before, fetching },
  });
  return { taken, asked };
}
const refused = (why: string) => ({ ok: false, why });

describe("a bundle", () => {
  it("is taken where it is what was signed", async () => {
    const { taken } = await take({});
    expect(taken).toMatchObject({ ok: true, fresh: { manifest: { version: 5 } } });
  });

  it("is refused before anything of it is fetched where another key signed it, or nobody", async () => {
    const manifests = [
      told({}, theirs.privateKey),
      { ...told(), signature: "" },
      { ...told(), signature: told({ version: 4 }).signature },
      { ...told(), hash: hashOf("something else") },
      { ...told(), made_at: "2027-01-01T00:00:00.000Z" },
      // The key that a manifest names itself counts for nothing.
      { ...told({}, theirs.privateKey), public_key: rawKey(theirs.publicKey) },
    ];
    for (const manifest of manifests) {
      const { taken, asked } = await take({ manifest });
      expect(taken).toEqual(refused("the signature is wrong"));
      expect(asked).toEqual(["manifest.json"]);
    }
  });

  it("is refused where it is another brand's, or of a form that is not known", async () => {
    const odd = [told({ brand: "other" }), { ...told(), format: 2 }, { ...told(), hash: "abc" }, { version: "5" }];
    for (const manifest of odd) expect((await take({ manifest })).taken).toEqual(refused("the manifest is not ours"));
  });

  it("never goes back to an older version, nor to a second content of the same", async () => {
    const kept = told({ version: 6 });
    expect((await take({}, kept)).taken).toEqual(refused("the version is older"));
    const other = told({}, ours.privateKey, textOf("three"));
    expect((await take({ manifest: other }, told())).taken).toEqual(refused("one version says two things"));
    expect((await take({}, told())).taken).toEqual({ ok: true, fresh: null, oldest: null });
  });

  it("is refused where its body was cut off, changed, blown up or is none", async () => {
    const packed = gzipSync(BODY);
    const bodies = [
      packed.subarray(0, packed.length - 20),
      packed.subarray(0, 0),
      gzipSync(BODY.replace("one.example", "evil.example")),
      gzipSync(`${BODY} `),
      Buffer.from(BODY),
      Buffer.alloc(4_000_001),
    ];
    for (const body of bodies) {
      const { taken } = await take({ body: new Uint8Array(body) });
      expect(taken).toEqual(refused("the bundle is not what was signed"));
    }
  });

  it("is fetched whole where a difference leads elsewhere", async () => {
    const kept = told({ version: 4 });
    const rest = JSON.parse(textOf()) as Before["rest"];
    const pieces = async function* () {
      // A piece has stores of a bundle by its type; of this one only the name is read.
      yield [store("one")] as never;
    };
    const manifest = { ...told(), differences: [{ from: 4, bytes: 100 }] };
    const difference = { set: [store("evil")], gone: [] };
    const { taken, asked } = await take({ manifest, difference }, kept, { rest, pieces: pieces() });
    expect(taken).toMatchObject({ ok: true, fresh: { manifest: { version: 5 } } });
    expect(asked).toEqual(["manifest.json", "difference/4/5", "bundle/5"]);
  });

  it("is left as it was where nobody answers, or with an error or a page", async () => {
    for (const answer of [() => Promise.reject(new Error("offline")), async () => new Response("<!doctype html>")]) {
      const taken = await takeBundle({
        ...{ site: "https://site.example", brand: "tuppence", public_key: rawKey(ours.publicKey), kept: null },
        ...{ before: async () => null, fetching: answer },
      });
      expect(taken).toEqual(refused("the manifest cannot be read"));
    }
  });
});

describe("the oldest version that is served", () => {
  const word = { version: "0.3.0", from: "2027-03-01" };
  const signed = (key: KeyObject, said = word, brand = "tuppence") => ({
    ...word,
    signature: sign(null, Buffer.from(oldestText({ brand }, said)), key).toString("base64url"),
  });
  const heard = async (oldest: unknown) => {
    const { taken } = await take({ manifest: { ...told(), oldest } });
    return taken.ok && taken.oldest;
  };

  it("is heard where our key signed it for this brand, and ends nothing else", async () => {
    expect(await heard(signed(ours.privateKey))).toEqual(word);
    expect(await heard(undefined)).toBe(null);
    for (const forged of [
      signed(theirs.privateKey),
      signed(ours.privateKey, { ...word, from: "2020-01-01" }),
      signed(ours.privateKey, word, "other"),
      { ...word, signature: told().signature },
      { ...word, signature: "" },
      { version: "9", from: "soon", signature: "x" },
      "0.3.0",
    ])
      expect(await heard(forged)).toBe(null);
  });

  it("tells older versions beforehand, stops them at the day, and leaves the others", () => {
    const day = Date.UTC(2027, 2, 1);
    expect(endingOf("0.2.9", word, day - 1)).toEqual({ from: day, over: false });
    expect(endingOf("0.2.9", word, day)).toEqual({ from: day, over: true });
    for (const version of ["0.3.0", "0.10.0", "1.0.0"]) expect(endingOf(version, word, day)).toBe(null);
    expect(endingOf("0.1.0", null, day)).toBe(null);
    expect([isOlder("0.9.0", "0.10.0"), isOlder("0.10.0", "0.9.0"), isOlder("", "0.0.1")]).toEqual([true, false, true]);
  });
});
