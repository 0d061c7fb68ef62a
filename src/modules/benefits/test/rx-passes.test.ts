/** The savings card in wallets: signed so that the wallet's maker can check it, with what the page says, where an operator can sign. */
import { createHash } from "node:crypto";
import { decodeProtectedHeader, importSPKI, jwtVerify } from "jose";
import forge from "node-forge";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tuppence } from "../../../../brands/tuppence.ts";
import { createAccountCaller } from "../../../../test/support/account-calls.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { MAX_GOOGLE_LINK } from "../rx/google-pass.ts";

const { pki } = forge;
const RX = {
  ...{ administrator: "Copper Rx", bin: "012345", pcn: "TPN", group: "TUPPENCE", member_prefix: "TP" },
  ...{ phone: "(555) 010-7700", url: "https://rx.example" },
};

type Signer = { keys: forge.pki.rsa.KeyPair; certificate: forge.pki.Certificate };
/** Signed by itself, or by another. */
function certify(name: string, by?: Signer): Signer {
  const keys = pki.rsa.generateKeyPair({ bits: 2_048 });
  const certificate = pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = by ? "02" : "01";
  certificate.validity.notBefore = new Date("2026-01-01T00:00:00Z");
  certificate.validity.notAfter = new Date("2036-01-01T00:00:00Z");
  const subject = [{ name: "commonName", value: name }];
  certificate.setSubject(subject);
  certificate.setIssuer(by ? by.certificate.subject.attributes : subject);
  certificate.sign((by ?? { keys }).keys.privateKey, forge.md.sha256.create());
  return { keys, certificate };
}

/** The files of a zip that stores them as they are. */
function unpack(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    expect(zip.readUInt16LE(at + 8), "stored, not packed").toBe(0);
    const [size, name, extra] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26), zip.readUInt16LE(at + 28)];
    const begin = at + 30 + name + extra;
    files.set(zip.toString("utf8", at + 30, at + 30 + name), zip.subarray(begin, begin + size));
    at = begin + size;
  }
  return files;
}

/** Whether a detached signature is by this certificate, over this very content. */
function isSignedBy(signature: Buffer, content: Buffer, { certificate }: Signer): boolean {
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(signature.toString("binary"))) as unknown as {
    rawCapture: { authenticatedAttributes: forge.asn1.Asn1[]; signature: string };
  };
  const { authenticatedAttributes: attributes, signature: signed } = message.rawCapture;
  const set = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SET, true, attributes);
  const der = forge.asn1.toDer(set).getBytes();
  const digest = (name: "sha1" | "sha256") => createHash(name).update(content).digest("binary");
  if (![digest("sha1"), digest("sha256")].some((one) => der.includes(one))) return false;
  const key = certificate.publicKey as forge.pki.rsa.PublicKey;
  return (["sha1", "sha256"] as const).some((name) => {
    const sum = forge.md[name].create().update(der).digest().getBytes();
    try {
      return key.verify(sum, signed);
    } catch {
      return false;
    }
  });
}

const root = certify("A test root");
const signer = certify("Pass Type ID: pass.example.savings", root);
const google = pki.rsa.generateKeyPair({ bits: 2_048 });
const pkcs8 = (key: forge.pki.rsa.PrivateKey) =>
  pki.privateKeyInfoToPem(pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key)));
/** As settings of one line hold them. */
const oneLine = (pem: string) => pem.trim().replaceAll("\r\n", "\\n");

let world: World;
let without: World;
beforeAll(async () => {
  const brands = [{ ...tuppence, benefits: { ...tuppence.benefits, rx: RX } }];
  world = await createWorld({
    brands,
    environment: {
      ...{ APPLE_PASS_TYPE: "pass.example.savings", APPLE_PASS_TEAM: "TEAM123456" },
      APPLE_PASS_CERTIFICATE: oneLine(pki.certificateToPem(signer.certificate)),
      APPLE_PASS_KEY: oneLine(pki.privateKeyToPem(signer.keys.privateKey)),
      APPLE_PASS_WWDR: oneLine(pki.certificateToPem(root.certificate)),
      ...{ GOOGLE_PASS_ISSUER: "3388000000012345678", GOOGLE_PASS_ACCOUNT: "passes@example-project.iam.example" },
      GOOGLE_PASS_KEY: oneLine(pkcs8(google.privateKey)),
    },
  });
  without = await createWorld({ brands });
});
afterAll(async () => {
  await world.close();
  await without.close();
});

async function ask(at: World, name: string, url: string) {
  const { session } = await createAccountCaller(at).join(name);
  const headers = { authorization: `Bearer ${session.token}`, "x-tuppence-bind": session.bind };
  return at.app.inject({ method: "GET", url, headers });
}

it("is a pass that Apple's wallet can check: every file is in its manifest, the manifest is signed", async () => {
  const answer = await ask(world, "Łucja Núñez", "/api/user/rx-card.pkpass?lang=es");
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/vnd.apple.pkpass"]);
  const files = unpack(answer.rawPayload);
  const file = (name: string): Buffer => files.get(name) ?? Buffer.of();
  const manifest = JSON.parse(file("manifest.json").toString()) as Record<string, string>;
  const named = [...files.keys()].filter((name) => name !== "manifest.json" && name !== "signature");
  expect(Object.keys(manifest).toSorted()).toEqual(named.toSorted());
  for (const name of named) expect(createHash("sha1").update(file(name)).digest("hex"), name).toBe(manifest[name]);
  for (const name of ["icon.png", "icon@2x.png", "icon@3x.png", "logo.png"])
    expect(file(name).subarray(1, 4).toString(), name).toBe("PNG");
  expect(isSignedBy(file("signature"), file("manifest.json"), signer)).toBe(true);
  expect(isSignedBy(file("signature"), Buffer.from("{}"), signer)).toBe(false);
  expect(isSignedBy(file("signature"), file("manifest.json"), root)).toBe(false);
  const pass = JSON.parse(file("pass.json").toString());
  expect(pass).toMatchObject({
    ...{ formatVersion: 1, passTypeIdentifier: "pass.example.savings", teamIdentifier: "TEAM123456" },
    ...{ organizationName: "Copper Rx", description: "Tarjeta de ahorro en medicinas" },
  });
  expect(pass.serialNumber).toMatch(/^TP\d{18}$/);
  expect(pass.generic.primaryFields).toMatchObject([{ label: "Nombre", value: "Łucja Núñez" }]);
  const shown = JSON.stringify(pass.generic);
  for (const part of ["012345", "TPN", "TUPPENCE", pass.serialNumber, "Esto no es un seguro."])
    expect(shown).toContain(part);
});

it("is a link that Google's wallet can check, short enough for every browser", async () => {
  const answer = await ask(world, "Ann Copper", "/api/user/rx-card/google?lang=en");
  expect(answer.statusCode).toBe(302);
  const link = String(answer.headers.location);
  expect(link).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\//);
  expect(link.length).toBeLessThan(MAX_GOOGLE_LINK);
  const token = link.split("/").at(-1) ?? "";
  expect(decodeProtectedHeader(token)).toEqual({ alg: "RS256", typ: "JWT" });
  const key = await importSPKI(pki.publicKeyToPem(google.publicKey), "RS256");
  const { payload } = await jwtVerify(token, key, { issuer: "passes@example-project.iam.example", audience: "google" });
  expect(payload).toMatchObject({
    typ: "savetowallet",
    payload: {
      genericClasses: [{ id: "3388000000012345678.savings-card" }],
      genericObjects: [{ header: { defaultValue: { language: "en", value: "Ann Copper" } } }],
    },
  });
  expect(JSON.stringify(payload)).toContain("This is not insurance.");
});

it("is nobody's without a session, and not offered where no pass can be signed", async () => {
  for (const path of ["/api/user/rx-card.pkpass", "/api/user/rx-card/google"]) {
    expect((await world.app.inject({ url: path })).statusCode, path).toBe(401);
    expect((await ask(without, `Ben ${path.length}`, path)).statusCode, path).toBe(404);
  }
  const reader = { user_id: "019d0000-0000-7000-8000-000000000001", country_code: "US", partner: null, name: "Ben" };
  expect((await without.benefits.rxCard(reader))?.wallets).toEqual({ apple: false, google: false });
  expect((await world.benefits.rxCard(reader))?.wallets).toEqual({ apple: true, google: true });
});
