import { createPrivateKey, createPublicKey, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

/** A self-signed certificate, written in DER by hand because node:crypto reads certificates but makes none. */
function der(tagByte: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  if (body.length < 128) return Buffer.concat([Buffer.from([tagByte, body.length]), body]);
  let length = Buffer.alloc(0);
  for (let rest = body.length; rest > 0; rest = Math.floor(rest / 256))
    length = Buffer.concat([Buffer.from([rest % 256]), length]);
  return Buffer.concat([Buffer.from([tagByte, 0x80 | length.length]), length, body]);
}

const SHA256_WITH_RSA = Buffer.from("300d06092a864886f70d01010b0500", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");

function name(text: string): Buffer {
  return der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from(text, "utf8")))));
}

function utcTime(epochMs: number): Buffer {
  const text = new Date(epochMs).toISOString().replace(/[-:T]/g, "").slice(2, 14);
  return der(0x17, Buffer.from(`${text}Z`, "ascii"));
}

export interface Identity {
  privatePem: string;
  certificatePem: string;
}

export function createIdentity(subject: string): Identity {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const spki = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  const serial = randomBytes(8);
  serial[0] = ((serial[0] ?? 1) & 0x7f) | 0x01;
  const signed = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    SHA256_WITH_RSA,
    name(subject),
    der(0x30, utcTime(Date.UTC(2020, 0, 1)), utcTime(Date.UTC(2049, 0, 1))),
    name(subject),
    spki,
  );
  const signature = createSign("sha256").update(signed).sign(privateKey);
  const certificate = der(0x30, signed, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    privatePem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificatePem: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
}

export function signText(privatePem: string, text: string): string {
  return createSign("sha256").update(text, "utf8").sign(createPrivateKey(privatePem)).toString("base64");
}
