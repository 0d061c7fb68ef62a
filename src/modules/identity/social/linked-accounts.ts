/** A member's linked accounts: which there are, and taking one away without taking the last way in. */

import type { Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import { confirmMember } from "../confirm-member.ts";
import type { Member } from "../identity.types.ts";
import { linkId } from "../ids.ts";
import { REVOKE_CONSENT } from "../job-kinds.ts";
import { insertSafetyEvent } from "../link-store.ts";
import { findUser } from "../store.ts";
import type { ProviderName } from "./provider.types.ts";
import type { SocialContext } from "./social-context.ts";
import type { SocialOrIdentityRefusal } from "./social-messages.ts";
import { deleteLinked, type LinkedRow, listLinked, lockUser } from "./social-store.ts";

/** What a settings page shows of one linked account. */
export type LinkedAccount = {
  /** `lnk_…` */
  id: string;
  provider: ProviderName;
  email: string | null;
  is_private_email: boolean;
  /** False when the provider stopped forwarding mail to its private address. */
  email_works: boolean;
  linked_at: string;
  last_used_at: string;
};

/** Loader data of the section "linked accounts" of the settings page. */
export type LinkedAccountsData = {
  accounts: LinkedAccount[];
  /** Providers that are set up here, in the order of their buttons. */
  providers: ProviderName[];
  has_password: boolean;
};

export async function listLinkedAccounts(context: SocialContext, userId: string): Promise<LinkedAccountsData> {
  const [rows, user] = await Promise.all([
    listLinked(context.database.db, userId),
    findUser(context.database.db, userId),
  ]);
  return {
    accounts: rows.map((row) => ({
      id: linkId.show(row.link_id),
      provider: row.provider,
      email: row.email,
      is_private_email: row.is_private_email,
      email_works: row.email_works,
      linked_at: row.linked_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
    })),
    providers: [...context.providers.keys()],
    has_password: user?.password_hash != null,
  };
}

/** Links go, and the consent at the provider ends with them where the provider wants to be told. */
export async function dropLinks(tx: Tx, rows: readonly LinkedRow[]): Promise<void> {
  await deleteLinked(
    tx,
    rows.map((row) => row.link_id),
  );
  await addJobs(
    tx,
    rows.flatMap((row) =>
      row.refresh_token
        ? [REVOKE_CONSENT.with({ provider: row.provider, sealed: row.refresh_token.toString("base64") })]
        : [],
    ),
  );
}

/** An account that ends or changes hands loses its links, and the providers that want to know are told. */
export const dropAllLinks = async (tx: Tx, userId: string): Promise<void> =>
  dropLinks(tx, await listLinked(tx, userId));

export async function unlinkAccount(
  context: SocialContext,
  member: Member,
  id: string,
  password: string | null,
): Promise<Outcome<{ provider: ProviderName }, SocialOrIdentityRefusal>> {
  const link_id = linkId.read(id);
  if (!link_id) return refused("social_link_unknown");
  const confirmed = await confirmMember(context, member, password);
  if (!confirmed.ok) return confirmed;
  return context.database.transaction(async (tx) => {
    // Two at once could each see the other as the way in that stays.
    await lockUser(tx, member.user_id);
    const user = await findUser(tx, member.user_id);
    const rows = await listLinked(tx, member.user_id);
    const row = rows.find((one) => one.link_id === link_id);
    if (!user || !row) return refused("social_link_unknown");
    if (!user.password_hash && rows.length === 1) return refused("social_last_login_method");
    await dropLinks(tx, [row]);
    await insertSafetyEvent(tx, {
      user_id: member.user_id,
      kind: "unlinked",
      detail: row.provider,
      at: context.clock.now(),
    });
    return done({ provider: row.provider });
  });
}

/** The job: told once, and again until the provider took it. */
export async function revokeConsent(
  context: SocialContext,
  input: { provider: ProviderName; sealed: string },
): Promise<void> {
  await context.providers.get(input.provider)?.revoke?.(context.seal.open(Buffer.from(input.sealed, "base64")));
}
