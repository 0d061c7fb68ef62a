/**
 * Login tokens (SPEC "Data"): three parts, signed with a key that can be rotated (`kid`), with the
 * claims sub, iat, exp, jti, bind. A token that leaks without its binding cookie opens nothing.
 */
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from "jose";
import { newSecret, readEither, userId } from "#platform/ids";
import { sessionId } from "./ids.ts";
import type { KeyRow } from "./store.ts";

const ALGORITHM = "EdDSA";
const ISSUER = "tuppence";

export type Claims = { user_id: string; session_id: string; bind: string; issued_at: Date; expires_at: Date };

export async function makeKey(): Promise<KeyRow> {
  const pair = await generateKeyPair(ALGORITHM, { crv: "Ed25519", extractable: true });
  const kid = newSecret(12);
  return {
    kid,
    private_jwk: { ...(await exportJWK(pair.privateKey)), kid, alg: ALGORITHM },
    public_jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM },
  };
}

type Ring = {
  kid: string;
  signing: Awaited<ReturnType<typeof importJWK>>;
  known: ReturnType<typeof createLocalJWKSet>;
  kids: Set<string>;
};

async function buildRing(keys: readonly KeyRow[]): Promise<Ring> {
  const newest = keys[0];
  if (!newest) throw new Error("There is no key to sign login tokens with.");
  return {
    kid: newest.kid,
    signing: await importJWK(newest.private_jwk as JWK, ALGORITHM),
    known: createLocalJWKSet({ keys: keys.map((key) => key.public_jwk as JWK) }),
    kids: new Set(keys.map((key) => key.kid)),
  };
}

/** At most this often an unknown key makes us look whether another process has made a new one. */
const LOOK_AGAIN_MS = 5_000;

/** Signs with the newest key that `load` brings, and verifies with all of them. */
export async function createTokens(load: () => Promise<readonly KeyRow[]>) {
  let ring = await buildRing(await load());
  let lookedAt = 0;

  async function claimsOf(token: string, now: Date): Promise<Claims | null> {
    try {
      const { payload } = await jwtVerify(token, ring.known, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        typ: "JWT",
        currentDate: now,
      });
      const user_id = readEither(userId, payload.sub ?? "");
      const session_id = readEither(sessionId, payload.jti ?? "");
      if (!user_id || !session_id || typeof payload.bind !== "string" || !payload.iat || !payload.exp) return null;
      return {
        user_id,
        session_id,
        bind: payload.bind,
        issued_at: new Date(payload.iat * 1_000),
        expires_at: new Date(payload.exp * 1_000),
      };
    } catch {
      return null;
    }
  }

  return {
    async reload(): Promise<void> {
      ring = await buildRing(await load());
    },
    async sign(claims: Claims): Promise<string> {
      return new SignJWT({ bind: claims.bind })
        .setProtectedHeader({ alg: ALGORITHM, kid: ring.kid, typ: "JWT" })
        .setIssuer(ISSUER)
        .setSubject(userId.show(claims.user_id))
        .setJti(sessionId.show(claims.session_id))
        .setIssuedAt(claims.issued_at)
        .setExpirationTime(claims.expires_at)
        .sign(ring.signing);
    },
    /** Null for anything that is not our own, unexpired token. */
    async verify(token: string, now: Date): Promise<Claims | null> {
      if (token.split(".").length !== 3) return null;
      const kid = kidOf(token);
      if (kid === null) return null;
      if (!ring.kids.has(kid) && Math.abs(now.getTime() - lookedAt) > LOOK_AGAIN_MS) {
        lookedAt = now.getTime();
        ring = await buildRing(await load());
      }
      return claimsOf(token, now);
    },
  };
}

/** The key that a token names; null when its header cannot be read. */
function kidOf(token: string): string | null {
  try {
    const { kid } = decodeProtectedHeader(token);
    return typeof kid === "string" ? kid : null;
  } catch {
    return null;
  }
}

/** Keys given by the operator as a JSON Web Key Set of private keys, newest first. */
export function keysOfSetting(text: string): KeyRow[] {
  const { keys } = JSON.parse(text) as { keys: (JWK & { kid: string })[] };
  return keys.map((key) => {
    const { d: _secret, ...shown } = key;
    return { kid: key.kid, private_jwk: { ...key, alg: ALGORITHM }, public_jwk: { ...shown, alg: ALGORITHM } };
  });
}

export type Tokens = Awaited<ReturnType<typeof createTokens>>;
