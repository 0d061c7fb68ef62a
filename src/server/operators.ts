/** What operators see and do of everything: what modules declare, and what the platform itself keeps for people. */
import { civilDate } from "#platform/clock";
import type { Database } from "#platform/database";
import { userId } from "#platform/ids";
import type { Inbox } from "#platform/inbox";
import { readBacklog } from "#platform/job-desk";
import type { Module } from "#platform/module";
import type { HealthCheck, MemberSection, ObjectAddition, OperatorObject, OperatorView } from "#platform/operator";
import type { ProviderHealth, SignedLine } from "#platform/provider-health";
import { inboxObject, inboxQueue } from "./operator-inbox.ts";
import { jobObject, jobsQueue } from "./operator-jobs.ts";

/** Jobs start within seconds; one that has waited so long has no worker. */
const MAX_WAIT_MINUTES = 15;

const jobsCheck = (db: Database): HealthCheck => ({
  name: "jobs",
  what: "Whether jobs are worked as they come, and whether some have failed for good",
  async look() {
    const { dead, waiting, minutes } = await readBacklog(db);
    if (minutes >= MAX_WAIT_MINUTES)
      return { state: "bad", line: `${waiting} jobs are due, the oldest for ${minutes} minutes: is a worker running?` };
    if (dead > 0) return { state: "bad", line: `${dead} jobs failed for good`, queue: "jobs" };
    return { state: "fine", line: waiting === 0 ? "Nothing waits" : `${waiting} ${waiting === 1 ? "is" : "are"} due` };
  },
});

const inboxCheck = (inbox: Inbox): HealthCheck => ({
  name: "inbox",
  what: "Whether everything that providers and networks told us could be acted on",
  async look() {
    const parked = (await inbox.parked()).reduce((sum, { rows }) => sum + rows, 0);
    if (parked > 0) return { state: "warn", line: `${parked} messages wait for a person`, queue: "inbox" };
    return { state: "fine", line: "Nothing is parked" };
  },
});

/** As notifications note it: it is greeted by a check of its own, and one alarm is enough. */
const MAIL_SERVER = "smtp";

const providersCheck = (health: ProviderHealth): HealthCheck => ({
  name: "providers",
  what: "Whether the providers and networks that we call answer; the mail server has a check of its own",
  async look() {
    const lines = (await health.read()).filter(({ provider }) => provider !== MAIL_SERVER);
    const ill = lines.filter((one) => one.ill);
    const each = ill.map(({ provider, fault }) => ({ name: provider, line: fault ?? "" }));
    if (ill.length > 0)
      return { state: "bad", line: ill.map(({ provider, fault }) => `${provider}: ${fault}`).join("; "), each };
    const answer = lines.filter((one) => one.good_at).length;
    if (answer === 0) return { state: "fine", line: "None was asked yet", unproven: true, each };
    return { state: "fine", line: `${answer} answer`, each };
  },
});

/** What they tell us is a hint, and the truth is asked for later: nothing else would show that each of their messages is refused. */
const signaturesCheck = (health: Pick<ProviderHealth, "readHeard">): HealthCheck => ({
  name: "signatures",
  what: "Whether what providers send us by themselves bears their signature, by the secrets that they were given here",
  async look() {
    const heard = await health.readHeard();
    const since = ({ good_at }: SignedLine) => (good_at ? ` since ${civilDate(good_at)}` : " and none was theirs yet");
    const refused = heard.filter(({ ill }) => ill);
    const lineOf = (some: readonly SignedLine[]) =>
      `Refused as not signed by them, each one${some.map((one) => ` of ${one.provider}${since(one)}`).join(", each one")}: the secret here is not theirs, or somebody else sends them`;
    const each = refused.map((one) => ({ name: one.provider, line: lineOf([one]) }));
    if (refused.length > 0) return { state: "warn", line: lineOf(refused), each };
    const theirs = heard.filter(({ good_at }) => good_at).map(({ provider }) => provider);
    if (theirs.length === 0) return { state: "fine", line: "Nobody has sent us anything yet", unproven: true, each };
    return { state: "fine", line: `Signed messages came of ${theirs.join(", ")}`, each };
  },
});

/** In the order of the modules; the platform's own queues first, because money waits behind them. */
export function operatorViewOf<
  Doors extends { inbox: Inbox; database: { db: Database }; providerHealth: ProviderHealth },
>(modules: readonly Module<Doors>[], doors: Doors): Required<OperatorView> {
  const views = modules.flatMap((module) => module.operators?.(doors) ?? []);
  const adds = views.flatMap((view) => view.adds ?? []);
  const declared = views.flatMap(({ objects }) => objects ?? []);
  return {
    queues: [jobsQueue(doors.database.db), inboxQueue(doors.inbox), ...views.flatMap(({ queues }) => queues ?? [])],
    objects: [...declared, jobObject(doors.database.db), inboxObject(doors.inbox, declared)].map((object) =>
      withAdditions(
        asTyped(object),
        adds.filter(({ kind }) => kind === object.kind),
      ),
    ),
    figures: views.flatMap(({ figures }) => figures ?? []),
    members: views
      .flatMap(({ members }) => members ?? [])
      .map((section) => ({
        ...section,
        // Outside ids are public; modules know their own.
        async list(shown, most, by) {
          const user = userId.read(shown);
          return user ? section.list(user, most, by) : [];
        },
        ...(section.beside && {
          async beside(shown: string, asked: Parameters<NonNullable<MemberSection["beside"]>>[1]) {
            const user = userId.read(shown);
            return (user && (await section.beside?.(user, asked))) || null;
          },
        }),
      })),
    checks: [
      jobsCheck(doors.database.db),
      inboxCheck(doors.inbox),
      providersCheck(doors.providerHealth),
      signaturesCheck(doors.providerHealth),
      ...views.flatMap(({ checks }) => checks ?? []),
    ],
    tables: views.flatMap(({ tables }) => tables ?? []),
    lists: views.flatMap(({ lists }) => lists ?? []),
    files: views.flatMap(({ files }) => files ?? []),
    partners: views.flatMap(({ partners }) => partners ?? []),
    takes: views.flatMap(({ takes }) => takes ?? []),
    adds,
  };
}

const MAX_TYPED = 200;
/** What somebody types or an address brings, without what no name, number or id holds and no database takes. */
const clean = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, MAX_TYPED);

function asTyped(object: OperatorObject): OperatorObject {
  const { search } = object;
  return {
    ...object,
    show: (id, may) => object.show(clean(id), may),
    ...(search && {
      search: async (text, most) => (clean(text) === "" ? [] : search(clean(text), most)),
    }),
  };
}

/** One page for a thing, whichever modules know something of it. */
function withAdditions(object: OperatorObject, adds: readonly ObjectAddition[]): OperatorObject {
  if (adds.length === 0) return object;
  return {
    ...object,
    acts: [...(object.acts ?? []), ...adds.flatMap(({ acts }) => acts ?? [])],
    async show(id, may = () => true) {
      const page = await object.show(id, may);
      if (!page) return null;
      const more = await Promise.all(
        adds.flatMap(({ permission, read }) => (read && may(permission) ? [read(id)] : [])),
      );
      const all = [page, ...more];
      return {
        ...(page.member !== undefined && { member: page.member }),
        ...(page.picture !== undefined && { picture: page.picture }),
        views: all.flatMap(({ views }) => views ?? []),
        facts: Object.assign({}, ...all.map(({ facts }) => facts)),
        ...(all.some(({ personal }) => personal)
          ? { personal: Object.assign({}, ...all.map(({ personal }) => personal)) }
          : {}),
        timeline: all.flatMap(({ timeline }) => timeline ?? []).toSorted((one, other) => +one.at - +other.at),
        money: all.flatMap(({ money }) => money ?? []).toSorted((one, other) => +one.at - +other.at),
        links: all.flatMap(({ links }) => links ?? []),
      };
    },
  };
}
