/** Links a mailbox by its provider's own sign-in: the way there, and what comes back. */
import { randomPKCECodeVerifier, randomState } from "openid-client";
import { isEmail } from "#identity";
import type { Tx } from "#platform/database";
import { newId, newSecret, sha256 } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { syncJob } from "../job-kinds.ts";
import { LIMITS } from "../limits.ts";
import { CONSENT_VERSION, consentHash } from "../links/consent.ts";
import { firstRow, MAX_LINKS } from "../links/first-row.ts";
import { lockLinksOf, lockOpenLinks, saveLink } from "../links/link-store.ts";
import type { GrantName } from "../links/links.types.ts";
import type { LinksContext } from "../links/links-context.ts";
import { moveState } from "../links/move-state.ts";
import { MailboxError } from "../links/reader.ts";
import { mayBecome } from "../links/rules.ts";
import type { MailboxRefusal } from "../messages.ts";
import { queueEnd } from "./end-grant.ts";
import { type Grant, GrantError, type Granted, type GrantJourney, isGrant } from "./grant.types.ts";
import { type GrantStart, insertStart, takeStart } from "./start-store.ts";

const STATE_MINUTES = 10;
const SECRET_CHARACTERS = 43;

export type GrantWish = {
  user_id: string;
  provider: string;
  agreed: boolean;
  consent_version: string;
  language: "en" | "es";
  /** The secret of this browser's cookie, when it has one. */
  browser: string | null;
  /** The client's, for the limits. */
  ip: string;
};

/** What the provider's answer carried: `code`, `state`, `error`. */
export type GrantReturn = {
  user_id: string;
  provider: string;
  params: Readonly<Record<string, string>>;
  browser: string | null;
};

const grantOf = ({ grants }: LinksContext, name: string): Grant | null =>
  isGrant(name) ? (grants.get(name) ?? null) : null;
const callbackOf = ({ settings }: LinksContext, name: GrantName): string =>
  `${settings.PUBLIC_URL}/order-protection-link/${name}`;
const refusedBy = (error: GrantError) =>
  refused(
    ({ down: "link_unreachable", short: "link_leave_missing", not_proven: "link_begin_again" } as const)[error.kind],
  );

/** Where the browser goes on, and the secret that its cookie keeps meanwhile. */
export async function startGrant(
  context: LinksContext,
  wish: GrantWish,
): Promise<Outcome<{ url: string; browser: string }, MailboxRefusal>> {
  const { clock, database, limits } = context;
  const grant = grantOf(context, wish.provider);
  if (!grant) return refused("link_host_unknown");
  if (!wish.agreed) return refused("link_consent_missing");
  if (wish.consent_version !== CONSENT_VERSION) return refused("link_consent_changed");
  const wait = await limits.takeAll([
    [LIMITS.link_member, wish.user_id],
    [LIMITS.mailbox_network, networkOf(wish.ip)],
  ]);
  if (wait) return refused("link_wait", wait);
  const known = wish.browser && new RegExp(`^\\w{${SECRET_CHARACTERS}}$`).test(wish.browser);
  const browser = known && wish.browser ? wish.browser : newSecret(SECRET_CHARACTERS);
  const journey: GrantJourney = {
    ...{ state: randomState(), verifier: randomPKCECodeVerifier(), redirect_uri: callbackOf(context, grant.name) },
  };
  const at = clock.now();
  const url = await grant.authorizationUrl(journey, wish.language);
  await insertStart(database.db, {
    ...{ state_hash: sha256(journey.state), user_id: wish.user_id, provider: grant.name, verifier: journey.verifier },
    ...{ browser_hash: sha256(browser), consent_version: CONSENT_VERSION, consent_language: wish.language },
    ...{ consented_at: at, expires_at: new Date(at.getTime() + STATE_MINUTES * 60_000) },
  });
  return done({ url, browser });
}

/** The journey that this answer belongs to: of this member, in this browser, in time; used up by looking. */
async function takeJourney(context: LinksContext, told: GrantReturn, grant: Grant): Promise<GrantStart | null> {
  const { clock, database } = context;
  const { state } = told.params;
  if (!state || !told.browser) return null;
  const start = await takeStart(database.db, sha256(state));
  const good =
    start &&
    start.provider === grant.name &&
    start.user_id === told.user_id &&
    start.expires_at > clock.now() &&
    start.browser_hash.equals(sha256(told.browser));
  return good ? start : null;
}

export async function finishGrant(
  context: LinksContext,
  told: GrantReturn,
): Promise<Outcome<{ link_id: string }, MailboxRefusal>> {
  const { database, log } = context;
  const grant = grantOf(context, told.provider);
  const start = grant && (await takeJourney(context, told, grant));
  if (!grant || !start) return refused("link_begin_again");
  if (told.params.error) return refused("link_leave_missing");
  const journey = {
    state: told.params.state ?? "",
    verifier: start.verifier,
    redirect_uri: callbackOf(context, grant.name),
  };
  let granted: Granted;
  try {
    granted = await grant.exchange(journey, told.params);
  } catch (error) {
    if (error instanceof MailboxError) return refused("link_unreachable");
    if (!(error instanceof GrantError)) throw error;
    log.warn({ err: error, provider: grant.name }, "a mailbox was not linked");
    return refusedBy(error);
  }
  const outcome = isEmail(granted.address)
    ? await database.transaction((tx) => keepGrant(tx, context, { grant, start, granted }))
    : refused("link_no_inbox" as const);
  // A key that nothing is done with is nobody's.
  if (!outcome.ok && grant.end)
    await database.transaction((tx) =>
      queueEnd(tx, {
        ...{ provider: grant.name, address: granted.address },
        secret_sealed: context.seal.password.close(granted.key),
      }),
    );
  return outcome;
}

/** A mailbox that is linked already goes on with the new key, where it was when the provider is the same. */
async function keepGrant(
  tx: Tx,
  context: LinksContext,
  { grant, start, granted }: { grant: Grant; start: GrantStart; granted: Granted },
): Promise<Outcome<{ link_id: string }, MailboxRefusal>> {
  const at = context.clock.now();
  const { user_id } = start;
  if (!(await context.identity.lockLiving(tx, user_id))) return refused("link_unknown");
  await lockLinksOf(tx, user_id);
  const open = await lockOpenLinks(tx, user_id);
  const known = open.find(({ address }) => address === granted.address);
  if (!known && open.length >= MAX_LINKS) return refused("link_too_many");
  const receipt = {
    ...{ consent_version: start.consent_version, consent_hash: consentHash(start.consent_language) },
    ...{ consent_language: start.consent_language, consented_at: start.consented_at },
  };
  const secret_sealed = context.seal.password.close(granted.key);
  const set = {
    ...{ provider: grant.name, host: grant.host, secret_sealed, ...receipt },
    ...{ failures: 0, last_error: null, failed_at: null, next_sync_at: at },
  };
  const row = known ?? {
    ...firstRow({ link_id: newId("mailbox_link"), user_id, address: granted.address, at }),
    ...set,
    state: "backfilling" as const,
  };
  if (!known) await saveLink(tx, row, { from: null, by: "member" });
  else
    await moveState(tx, known, {
      ...{ state: mayBecome(known.state, "backfilling") ? "backfilling" : known.state, by: "member", at },
      set: { ...set, cursor: known.provider === grant.name ? known.cursor : null },
    });
  await addJobs(tx, [syncJob(row.link_id)]);
  return done({ link_id: row.link_id });
}
