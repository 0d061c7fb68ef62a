import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";

/** A browser's half of Web Push: what it hands to a site, and reading what that site sends (RFC 8291, RFC 8188, RFC 8292). */
export interface BrowserKeys {
  /** The private half of `p256dh`, base64url. */
  secret: string;
  p256dh: string;
  auth: string;
}

const b64 = (bytes: Buffer) => bytes.toString("base64url");
const bytes = (text: string) => Buffer.from(text, "base64url");
const HEADER = 16 + 4 + 1;
const POINT = 65;
const TAG = 16;

export function newBrowserKeys(): BrowserKeys {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return { secret: b64(pair.getPrivateKey()), p256dh: b64(pair.getPublicKey()), auth: b64(randomBytes(16)) };
}

/** The text of a message in `aes128gcm`, of one record; throws for anything that a browser would not take. */
export function decrypt(body: Buffer, keys: BrowserKeys): string {
  if (body.length < HEADER + POINT + TAG + 1) throw new Error("the body is shorter than its header");
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  if (body[20] !== POINT) throw new Error("the key id is no point of P-256");
  const sender = body.subarray(HEADER, HEADER + POINT);
  const record = body.subarray(HEADER + POINT);
  if (recordSize < 18 || record.length > recordSize) throw new Error("more than one record");
  const own = createECDH("prime256v1");
  own.setPrivateKey(bytes(keys.secret));
  const shared = own.computeSecret(sender);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), bytes(keys.p256dh), sender]);
  const input = Buffer.from(hkdfSync("sha256", shared, bytes(keys.auth), info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync("sha256", input, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(record.subarray(record.length - TAG));
  const padded = Buffer.concat([decipher.update(record.subarray(0, record.length - TAG)), decipher.final()]);
  // A last record ends in 2 and zeros.
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end -= 1;
  if (end < 0 || padded[end] !== 2) throw new Error("the padding has no delimiter");
  return padded.subarray(0, end).toString("utf8");
}

const DAY_SECONDS = 86_400;

/** The key by which a request is signed, or why it is not. `audience`: the origin of the push service. */
export function readVapid(
  authorization: string | undefined,
  audience: string,
  nowSeconds: number,
): { key: string } | { refused: string } {
  const parts = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/i.exec(authorization ?? "");
  if (!parts) return { refused: "no vapid authorization" };
  const [, head = "", claims = "", signature = "", key = ""] = parts;
  const point = bytes(key);
  if (point.length !== POINT || point[0] !== 4) return { refused: "k is no public key" };
  const publicKey = createPublicKey({
    key: { kty: "EC", crv: "P-256", x: b64(point.subarray(1, 33)), y: b64(point.subarray(33)) },
    format: "jwk",
  });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    bytes(signature),
  );
  if (!isSigned) return { refused: "the signature is wrong" };
  const { alg } = JSON.parse(bytes(head).toString()) as { alg?: string };
  const { aud, exp, sub } = JSON.parse(bytes(claims).toString()) as { aud?: string; exp?: number; sub?: string };
  if (alg !== "ES256") return { refused: "alg is not ES256" };
  if (aud !== audience) return { refused: "aud is another push service" };
  if (typeof exp !== "number" || exp <= nowSeconds || exp > nowSeconds + DAY_SECONDS)
    return { refused: "exp is over or more than a day ahead" };
  if (!/^(mailto:|https:)/.test(sub ?? "")) return { refused: "sub is no contact" };
  return { key };
}
