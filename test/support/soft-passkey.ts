/** A passkey in software: makes a key and signs challenges as an authenticator would (WebAuthn §6, ES256, no attestation). */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const USER_PRESENT_AND_VERIFIED = 0x05;
const WITH_KEY = 0x40;

export function createSoftPasskey(origin: string) {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = pair.publicKey.export({ format: "jwk" }) as { x: string; y: string };
  const id = randomBytes(32);
  const rpHash = createHash("sha256").update(new URL(origin).hostname).digest();
  let counter = 0;

  function authenticatorData(flags: number, more: Uint8Array = new Uint8Array()): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([rpHash, Buffer.from([flags]), count, more]);
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    id: id.toString("base64url"),
    /** Answers `startPasskey`. */
    register(challenge: string): RegistrationResponseJSON {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(jwk.x, "base64url"))],
          [-3, new Uint8Array(Buffer.from(jwk.y, "base64url"))],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const authData = authenticatorData(USER_PRESENT_AND_VERIFIED | WITH_KEY, attested);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", new Uint8Array(authData)],
          // The encoder takes maps, and says objects.
        ]) as never,
      );
      return {
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
          attestationObject: Buffer.from(attestation).toString("base64url"),
        },
      };
    },
    /** Answers `askForPasskey`. */
    assert(challenge: string): AuthenticationResponseJSON {
      const authData = authenticatorData(USER_PRESENT_AND_VERIFIED);
      const client = clientData("webauthn.get", challenge);
      const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
      return {
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: sign("sha256", signed, pair.privateKey).toString("base64url"),
        },
      };
    },
  };
}
