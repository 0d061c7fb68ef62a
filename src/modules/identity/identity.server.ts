/**
 * The door of accounts: registration, sign-in, sessions, and who a request belongs to. Every verb returns an outcome;
 * refusals are the closed list of `messages.ts`.
 */

import { addDays } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import type { PublicId } from "#platform/ids";
import type { DataKeeper, MemberMover, Move } from "#platform/member-parts";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { createAuthenticator } from "./authenticate.ts";
import { createCaptcha } from "./captcha/recaptcha.ts";
import { requestEmailChange } from "./change-email.ts";
import { changePassword } from "./change-password.ts";
import { compareMembers, type TraceSource } from "./compare-members.ts";
import { confirmFresh, confirmMember, confirmPassword } from "./confirm-member.ts";
import type { IdentityContext } from "./context.ts";
import { setLooksAllowed } from "./desk/desk-store.ts";
import { createMemberDesk } from "./desk/member-desk.ts";
import { markSharedDevices } from "./desk/shared-device-store.ts";
import { deleteOldWrongCodes } from "./device-store.ts";
import { type EmailHint, hintAt } from "./email-hints.ts";
import { makeExtensionCode, takeExtensionCode } from "./extension-code.ts";
import { deleteOldExtensionCodes } from "./extension-store.ts";
import type { IdentityDeps, Member, SignedIn, Visit } from "./identity.types.ts";
import { tidyInvitations } from "./invitation-store.ts";
import { type InvitedByPartner, inviteByPartner, openInvited, peekInvitation } from "./invite-by-partner.ts";
import { deleteOldLinks, type LinkKind } from "./link-store.ts";
import { logIn } from "./log-in.ts";
import { deleteMember, exportMember, type Kept } from "./member-data.ts";
import { mergeMembers, sweepAllMerged, sweepMerged } from "./merge-members.ts";
import { findFormer, lockUsers } from "./merge-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { CAPTCHA_FAULTS } from "./metrics.ts";
import { cutName, isPlainName } from "./names.ts";
import { peekLink } from "./one-time-links.ts";
import { openSession } from "./open-session.ts";
import { makePhoneLink, takePhoneLink } from "./phone-link.ts";
import { readSettings } from "./read-settings.ts";
import { refreshSession } from "./refresh-session.ts";
import { registerMember } from "./register-member.ts";
import { requestReset, resetPassword, sendReset } from "./reset-password.ts";
import { isFromReference, referenceLine, rememberLine } from "./return-path.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { findFaults, isEmail, normaliseEmail, type Registration, tokenCookieName } from "./rules.ts";
import { deleteOldChallenges } from "./second-factor/factor-store.ts";
import { addPasskey, askForPasskey, removePasskey, signInWithPasskey, startPasskey } from "./second-factor/passkeys.ts";
import { confirmTimeCodes, removeTimeCodes, signInWithCode, startTimeCodes } from "./second-factor/time-codes.ts";
import { sendVerification } from "./send-verification.ts";
import { createSessionCookies } from "./session-cookies.ts";
import { endSessions, listSessions } from "./sessions.ts";
import { makeSignInToken, peekSignIn, takeSignInToken } from "./sign-in-token.ts";
import { authenticateAndMerge, setEmail } from "./social/set-email.ts";
import { createSocial } from "./social/social.ts";
import {
  type BrandRow,
  endSession,
  findLiveIds,
  findUser,
  findUserByEmail,
  insertAttempt,
  readBrands,
  readKeys,
  setLanguage,
  setMembershipFlags,
  setName,
  type UserRow,
} from "./store.ts";
import { tellLegal } from "./tell-legal.ts";
import { createTokens, keysOfSetting } from "./token.ts";
import { setOnboarded } from "./trace-store.ts";
import { undoEmailChange } from "./undo-email.ts";
import { peekVerification, type Verifier, verifyEmail } from "./verify-email.ts";

export type { SharedTraces, TraceSource } from "./compare-members.ts";
export type { IdentityDeps, Member, SignedIn, Visit } from "./identity.types.ts";
export { CLOSED as ACCOUNT_CLOSED } from "./job-kinds.ts";
export type { LeftOver } from "./member-data.ts";
export type { IdentityRefusal } from "./messages.ts";
export { IDENTITY_REFUSALS, SESSION_DAYS } from "./messages.ts";
export { initialsOf, isEmail, mailboxOf, normaliseEmail } from "./rules.ts";
export type { LinkedAccount, LinkedAccountsData } from "./social/linked-accounts.ts";
export { SOCIAL_REFUSALS, type SocialRefusal } from "./social/social-messages.ts";
export { standing, standingOf } from "./standing.ts";
export { findKnownAddresses } from "./store.ts";

export async function createIdentity(deps: IdentityDeps) {
  const { database, clock, settings, log } = deps;
  const movers: MemberMover[] = [];
  const traceSources: TraceSource[] = [];
  const given = settings.TOKEN_KEYS ? keysOfSetting(settings.TOKEN_KEYS) : null;
  if (!given) await rotateKeys(database, clock.now());
  const tokens = await createTokens(async () => given ?? readKeys(database.db));
  const context: IdentityContext = {
    ...deps,
    tokens,
    limits: deps.limits,
    captcha: createCaptcha(
      {
        url: settings.RECAPTCHA_URL ?? "https://www.google.com/recaptcha",
        site_key: settings.RECAPTCHA_SITE_KEY,
        secret: settings.RECAPTCHA_SECRET,
        host: new URL(settings.PUBLIC_URL).hostname,
      },
      log,
      (reason) => deps.metrics.of(CAPTCHA_FAULTS).inc({ reason }),
      (note) => deps.health.note("recaptcha", note),
    ),
    forgetUser: (userId) => authenticator.forgetUser(userId),
    movers,
  };
  let kept: Kept = { keepers: [], ids: [] };
  const authenticator = createAuthenticator(context);
  const cookieName = tokenCookieName(deps.settings.PUBLIC_URL, deps.settings.NODE_ENV);
  const cookies = createSessionCookies(deps.settings.PUBLIC_URL, cookieName, clock);
  const social = createSocial(context);
  return {
    cookieName,
    /** Signing in with Google, Apple or Facebook, and the accounts that are linked. */
    social,
    linkedAccounts: social.linkedAccounts,
    linkedProviders: social.linkedProviders,
    setEmail: (member: Member, input: Parameters<typeof setEmail>[2]) => setEmail(context, member, input),
    authenticateAndMerge: (member: Member, input: Parameters<typeof authenticateAndMerge>[2]) =>
      authenticateAndMerge(context, member, input),
    /** Makes two accounts of one person one. */
    merge: (input: { from: string; to: string }) => mergeMembers(context, input),
    /** Ids of accounts that went into this one: their history is its history. */
    formerIds: (userId: string): Promise<string[]> => findFormer(database.db, userId),
    sweepMerged: (move: Move) => sweepMerged(context, kept.keepers, move),
    /** Higher modules say how their part of a member moves; in the order in which they are wired. */
    registerMover(mover: MemberMover): void {
      movers.push(mover);
    },
    /** Set-Cookie lines after a sign-in, for a browser that sent these cookies; and those that end it. */
    cookieLines: (signedIn: SignedIn, held: string | null | undefined): string[] =>
      cookies.lines(signedIn, held ?? undefined),
    clearLines: (): string[] => cookies.clear(),
    subscriptionLine: (from: string | undefined, member: Member): string | null => cookies.subscription(from, member),
    /** All that is wrong with the fields of a registration, before anybody is registered. */
    registrationFaults: (input: Registration): IdentityRefusal[] => findFaults(input),
    register: (input: Parameters<typeof registerMember>[1]): Promise<Outcome<SignedIn, IdentityRefusal>> =>
      registerMember(context, input),
    login: (input: Parameters<typeof logIn>[1]): Promise<Outcome<SignedIn, IdentityRefusal>> => logIn(context, input),
    /** Who holds this token with this binding secret; null when nobody does (any more). */
    authenticate: authenticator.authenticate,
    /** A fresh token for the same session, which ends when it would have. `nocache` reads the database. */
    refresh: (input: Parameters<typeof refreshSession>[2]) => refreshSession(context, authenticator, input),
    async logout(sessionId: string): Promise<void> {
      await deps.database.transaction(async (tx) => {
        await endSession(tx, sessionId, "signed_out", deps.clock.now());
        await deps.notifications.pushes.signedOut(tx, sessionId);
      });
      authenticator.forget(sessionId);
    },
    forgetSession: authenticator.forget,
    forgetSessions: authenticator.forgetAll,
    /** Which of these sign-ins hold. */
    liveSessions: (ids: readonly string[]) => findLiveIds(deps.database.db, ids, deps.clock.now()),
    /** Re-authentication before money leaves. */
    confirmPassword: (userId: string, password: string): Promise<Outcome<null, IdentityRefusal>> =>
      confirmPassword(context, userId, password),
    /** The same for a session: by password, or by a sign-in of the last ten minutes for members who have none. */
    confirm: (member: Pick<Member, "user_id" | "session_id" | "confirmed_at">, password: string | null) =>
      confirmMember(context, member, password),
    /** Before whole data is handed out: a sign-in of the last ten minutes, whether or not there is a password. */
    confirmFresh: (member: Pick<Member, "user_id" | "session_id" | "confirmed_at">) =>
      confirmFresh(context, member, null),
    /** The cookie that carries the ticket of the second step; null ends it. */
    stepLine: (ticket: string | null): string => cookies.step(ticket),
    signInWithCode: (ticket: string, code: string, visit: Visit) => signInWithCode(context, ticket, code, visit),
    startTimeCodes: (member: Member, password: string | null) => startTimeCodes(context, member, password),
    confirmTimeCodes: (member: Member, code: string, visit: Visit) => confirmTimeCodes(context, member, code, visit),
    removeTimeCodes: (member: Member, password: string | null, visit: Visit) =>
      removeTimeCodes(context, member, password, visit),
    /** `origin`, here and below: of the page that asks; absent, our own. */
    startPasskey: (member: Member, password: string | null, origin?: string) =>
      startPasskey(context, member, password, origin),
    addPasskey: (member: Member, response: Parameters<typeof addPasskey>[2], visit: Visit, origin?: string) =>
      addPasskey(context, member, response, visit, origin),
    removePasskey: (member: Member, id: string, password: string | null, visit: Visit) =>
      removePasskey(context, member, id, password, visit),
    askForPasskey: (origin?: string) => askForPasskey(context, origin),
    signInWithPasskey: (response: Parameters<typeof signInWithPasskey>[1], visit: Visit, origin?: string) =>
      signInWithPasskey(context, response, visit, origin),
    captchaOffer: () => context.captcha.offer(),
    /** Hints at a typing error or a throw-away address; nobody is refused for it. */
    hintAt: (email: string): EmailHint => hintAt(email),
    sendVerification: (userId: string) => sendVerification(context, userId),
    inviteByPartner: (input: InvitedByPartner) => inviteByPartner(context, input),
    peekInvitation: (secret: string) => peekInvitation(context, secret),
    openInvited: (secret: string, visit: Parameters<typeof openInvited>[2]) => openInvited(context, secret, visit),
    verifyEmail: (secret: string, by: Verifier) => verifyEmail(context, secret, by),
    peekVerification: (secret: string, memberId: string | null) => peekVerification(context, secret, memberId),
    undoEmailChange: (secret: string, visit: Visit) => undoEmailChange(context, secret, visit),
    peekLink: (secret: string, kinds: readonly LinkKind[]) => peekLink(database.db, kinds, secret, clock.now()),
    requestReset: (input: Parameters<typeof requestReset>[1]) => requestReset(context, input),
    tellLegal: (change: Parameters<typeof tellLegal>[1]) => tellLegal(context, change),
    sendReset: (email: string) => sendReset(context, email),
    resetPassword: (input: Parameters<typeof resetPassword>[1]) => resetPassword(context, input),
    changePassword: (member: Member, input: Parameters<typeof changePassword>[2]) =>
      changePassword(context, member, input),
    requestEmailChange: (member: Member, input: Parameters<typeof requestEmailChange>[2]) =>
      requestEmailChange(context, member, input),
    sessions: (member: Member) => listSessions(context, member),
    endSessions: (member: Member, which: string | "others") => endSessions(context, member, which),
    /** Wiring says once who keeps what of a member. */
    keepMemberData(keepers: readonly DataKeeper[], ids: readonly PublicId[] = []): void {
      kept = { keepers, ids };
    },
    exportData: (member: Member, input: Parameters<typeof exportMember>[3]) =>
      exportMember(context, kept, member, input),
    settings: async (member: Member, language: "en" | "es") => ({
      ...(await readSettings(context, member, language)),
      linked: await social.linkedAccounts(member.user_id),
    }),
    deleteAccount: (member: Member, input: Parameters<typeof deleteMember>[3]) =>
      deleteMember(context, kept.keepers, member, input),
    /** Single use, ten minutes: `/token/callback/{token}`. */
    oneTimeToken: (userId: string, sessionId: string | null) => makeSignInToken(context, userId, sessionId),
    peekSignIn: (secret: string, viewer: string | null = null) => peekSignIn(context, secret, viewer),
    /** `isOwner` may say no to whom the token belongs; it is used up all the same. */
    signInWithToken: (secret: string, visit: Visit, isOwner?: (email: string | null) => boolean) =>
      takeSignInToken(context, secret, visit, isOwner),
    /** A phone goes on where its member is signed in: five minutes, once, to one page of ours (decision 0083). */
    phoneLink: (member: Pick<Member, "user_id" | "session_id">, leads_to: string) =>
      makePhoneLink(context, member, leads_to),
    goOnByPhone: (secret: string, visit: Visit) => takePhoneLink(context, secret, visit),
    /** The extension's own sign-in: a code for what it asked by, and the session that the code opens (decision 0072). */
    extensionCode: (member: Pick<Member, "session_id">, asked: { origin: string; challenge: string }) =>
      makeExtensionCode(context, member, asked),
    takeExtensionCode: (input: Parameters<typeof takeExtensionCode>[1], visit: Visit) =>
      takeExtensionCode(context, input, visit),
    async rename(member: Member, name: string): Promise<Outcome<null, IdentityRefusal>> {
      const clean = cutName(name);
      if (clean === "") return refused("name_missing");
      if (!isPlainName(name)) return refused("name_invalid");
      await setName(database.db, member.user_id, clean);
      authenticator.forgetUser(member.user_id);
      return done(null);
    },
    async rotateKeys(): Promise<void> {
      if (given) return;
      await rotateKeys(database, clock.now());
      await tokens.reload();
    },
    /** Counted tries and links that ran out are of no use to anybody. */
    async tidy(): Promise<void> {
      await deps.limits.dropOld();
      await tidyInvitations(database.db, clock.now());
      await deleteOldLinks(database.db, addDays(clock.now(), -30));
      await deleteOldExtensionCodes(database.db, addDays(clock.now(), -1));
      await deleteOldChallenges(database.db, addDays(clock.now(), -1));
      await deleteOldWrongCodes(database.db, addDays(clock.now(), -30));
      await markSharedDevices(database.db);
      await social.tidy();
      await sweepAllMerged(context, kept.keepers);
    },
    /**
     * SPEC §2: the login guard records the attempt to reach `path`, and whether a reference brought it. Answers the cookies by
     * which the sign-in leads back, there or to `back`.
     */
    async guard(path: string, back: string = path): Promise<string[]> {
      const from_reference = isFromReference(path);
      await Promise.all([
        insertAttempt(deps.database.db, { path, from_reference, at: deps.clock.now() }),
        deps.attribution.trackBare({ action: "unauthenticated_attempt", currenturl: path }),
      ]);
      const { PUBLIC_URL } = deps.settings;
      return [rememberLine(back, PUBLIC_URL), ...(from_reference ? [referenceLine(PUBLIC_URL)] : [])];
    },
    /** The cookie by which the next sign-in leads to `back`. */
    wayBack: (back: string): string => rememberLine(back, deps.settings.PUBLIC_URL),
    async setLanguage(userId: string, language: "en" | "es"): Promise<void> {
      await setLanguage(deps.database.db, userId, language);
      authenticator.forgetUser(userId);
    },
    /** Name, address and language for letters to a member. */
    async contact(
      userId: string,
      runner: Database = deps.database.db,
    ): Promise<Pick<
      UserRow,
      "email" | "email_verified_at" | "name" | "language" | "partner" | "plus_active" | "country_code"
    > | null> {
      const user = await findUser(runner, userId);
      // Letters about what an old account did go to the one that it went into.
      return user?.merged_into ? findUser(runner, user.merged_into) : user;
    },
    /** Whose members many are and whether they are plus, by who was asked for, as with `contact`; whoever is nobody is left out. */
    async brandsOf(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, BrandRow>> {
      return new Map((await readBrands(tx, userIds)).map((row) => [row.user_id, row]));
    },
    /**
     * Name, address and language of somebody whose account goes on, held as it is until the transaction ends; null for an
     * account that ended or went into another.
     */
    async lockLiving(tx: Tx, userId: string) {
      const user = (await lockUsers(tx, [userId])).get(userId);
      return user && !user.deleted_at && !user.merged_at ? user : null;
    },
    /** The same without holding them: for who has a lock that the end of an account and a merge take before they commit. */
    async readLiving(tx: Tx, userId: string) {
      const user = await findUser(tx, userId);
      return user && !user.deleted_at && !user.merged_at ? user : null;
    },
    /** What a member's memberships open to them; in the transaction that changes one. */
    setMembershipFlags: (tx: Tx, userId: string, flags: Parameters<typeof setMembershipFlags>[2]) =>
      setMembershipFlags(tx, userId, flags),
    /** After a commit: what this process remembers of a member is asked for anew. */
    forgetMember: (userId: string): void => authenticator.forgetUser(userId),
    /** What two members have in common: device, network, mailbox, card. For the honesty of rewards. */
    sharedTraces: (one: string, other: string) => compareMembers(deps.database.db, traceSources, one, other),
    /** Whoever knows cards says once how to tell whether two members share one; until then nobody does. */
    registerTraceSource(source: TraceSource): void {
      traceSources.push(source);
    },
    /** The first steps are done or skipped (SPEC §3 `coin_onboarding`). */
    async completeOnboarding(userId: string): Promise<void> {
      await setOnboarded(deps.database.db, userId);
      authenticator.forgetUser(userId);
    },
    /** For commands on this machine, never for callers: whether an address has an account. */
    hasMember: async (email: string): Promise<boolean> =>
      (await findUserByEmail(database.db, normaliseEmail(email))) !== null,
    isEmail,
    /** The member who has proven this address; null for none. */
    async confirmedMember(
      email: string,
      runner: Database | Tx = database.db,
    ): Promise<{ user_id: string; name: string } | null> {
      const user = await findUserByEmail(runner, normaliseEmail(email));
      return user?.email_verified_at && !user.deleted_at ? { user_id: user.user_id, name: user.name } : null;
    },
    /** The account of an address, whether its owner has proven it and whether they get in; null for none. Never for callers. */
    async accountOf(
      email: string,
      runner: Database | Tx = database.db,
    ): Promise<{ user_id: string; is_verified: boolean; is_open: boolean } | null> {
      const user = await findUserByEmail(runner, normaliseEmail(email));
      if (!user || user.deleted_at || user.merged_at) return null;
      return { user_id: user.user_id, is_verified: user.email_verified_at !== null, is_open: user.closed_at === null };
    },
    /** Opens a session for a known member without a password; for tests and one-time links. */
    async open(userId: string, visit: Visit): Promise<SignedIn> {
      const opened = await openSession(context, userId, visit);
      assert(opened.ok, "the account is open");
      return opened.value;
    },
    /** What operators see and do of accounts. */
    desk: createMemberDesk(context, () => kept),
    /** Whether those who help may see a member's pages without asking each time. */
    setLooksAllowed: (userId: string, on: boolean) => setLooksAllowed(database.db, userId, on ? clock.now() : null),
  };
}

export type Identity = Awaited<ReturnType<typeof createIdentity>>;
/** What screens may ask of accounts. */
export type IdentityService = Pick<
  Identity,
  | "register"
  | "registrationFaults"
  | "login"
  | "logout"
  | "cookieName"
  | "cookieLines"
  | "clearLines"
  | "guard"
  | "completeOnboarding"
  | "sendVerification"
  | "verifyEmail"
  | "peekInvitation"
  | "openInvited"
  | "peekVerification"
  | "undoEmailChange"
  | "stepLine"
  | "signInWithCode"
  | "peekLink"
  | "requestReset"
  | "resetPassword"
  | "changePassword"
  | "requestEmailChange"
  | "endSessions"
  | "settings"
  | "signInWithToken"
  | "peekSignIn"
  | "goOnByPhone"
  | "oneTimeToken"
  | "extensionCode"
  | "rename"
  | "setLanguage"
  | "social"
  | "linkedAccounts"
  | "confirm"
>;
