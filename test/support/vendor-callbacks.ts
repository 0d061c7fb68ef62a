/** Callbacks as providers of coins sign them, made from what each documents and not by our own adapters. */
import { createHash, createHmac } from "node:crypto";
import type { World } from "./world.ts";

export type Said = {
  kind: "credit" | "reversal" | "attempt";
  tx: string;
  ref: string;
  /** Dollars as they stand in the address. */
  usd: string;
  offer?: string;
  goal?: string;
};
export type Signing = "ayet" | "generic" | "bitlabs" | "cpx";

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
type Signed = { query: string; headers?: Record<string, string> };

function signAyet(said: Said, { config }: World): Signed {
  const back = said.kind === "reversal" ? "1" : "0";
  const fields = {
    ...{ transaction_id: said.tx, external_identifier: said.ref, payout_usd: said.usd, is_chargeback: back },
    ...(said.offer !== undefined && { offer_id: said.offer }),
    ...(said.goal !== undefined && { task_uuid: said.goal }),
  };
  const query = new URLSearchParams(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
  const hash = createHmac("sha256", config.AYET_API_KEY).update(query).digest("hex");
  return { query, headers: { "x-ayetstudios-security-hash": hash } };
}

function signGeneric(said: Said, { config }: World): Signed {
  const status = said.kind === "reversal" ? "2" : "1";
  const query = new URLSearchParams({
    ...{ subId: said.ref, transId: said.tx, reward: "5", payout: said.usd, status },
    ...{ [config.GENERIC_WALL_OFFER_PARAMETER]: said.offer ?? "" },
    signature: md5(`${said.ref}${said.tx}5${config.GENERIC_WALL_SECRET}`),
  });
  return { query: query.toString() };
}

const KINDS = { credit: "COMPLETE", reversal: "RECONCILIATION", attempt: "SCREENOUT" } as const;
function signBitlabs(said: Said, world: World): Signed {
  const back = said.kind === "reversal";
  const query = new URLSearchParams({
    ...{ uid: said.ref, tx: back ? `r-${said.tx}` : said.tx, val: "5", usd: said.usd, type: KINDS[said.kind] },
    ...{ ref: back ? said.tx : "", offer: said.offer ?? "" },
  });
  const address = `${world.config.PUBLIC_URL}/cb/bitlabs/${world.coins.callbackSecret}?${query}`;
  const hash = createHmac("sha1", world.config.BITLABS_APP_SECRET).update(address).digest("hex");
  return { query: `${query}&hash=${hash}` };
}

function signCpx(said: Said, { config }: World): Signed {
  const query = new URLSearchParams({
    ...{ trans_id: said.tx, status: said.kind === "reversal" ? "2" : "1", user_id: said.ref, amount_local: "5" },
    ...{ amount_usd: said.usd, offer_ID: said.offer ?? "", secure_hash: md5(`${said.tx}-${config.CPX_SECURE_HASH}`) },
  });
  return { query: query.toString() };
}

const SIGN = { ayet: signAyet, generic: signGeneric, bitlabs: signBitlabs, cpx: signCpx } as const;

/** Tells it over HTTP; `forge` changes what was signed after it was signed. */
export async function tellSigned(
  world: World,
  vendor: Signing,
  said: Said,
  forge: (query: string) => string = (query) => query,
) {
  const { query, headers = {} } = SIGN[vendor](said, world);
  const url = `/cb/${vendor}/${world.coins.callbackSecret}?${forge(query)}`;
  return world.app.inject({ method: "GET", url, headers });
}

/** The references of a member at providers, as a first start would make them. */
export async function knownAs(world: World, userId: string, vendors: readonly string[]): Promise<Map<string, string>> {
  const refs = new Map<string, string>();
  for (const vendor of vendors) {
    const ref = md5(`${vendor}${userId}`).slice(0, 26);
    await world.base.handle.pool.query(
      "insert into coins.member_refs (user_ref, provider, user_id, made_at) values ($1, $2, $3, $4)",
      [ref, vendor, userId, world.clock.now()],
    );
    refs.set(vendor, ref);
  }
  return refs;
}
