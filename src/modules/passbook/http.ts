/** Calls of the passbook: the header's sums, the signed-in home, and the file of all entries. Parse, one verb, reply. */
import { z } from "zod";
import type { Catalog, Shares } from "#catalog";
import { type Identity, type Member, standing, standingOf } from "#identity";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import { PASSBOOK_FILTERS, type PassbookFilter } from "#platform/describer";
import { errorReply, type Http, type Reply, type Request, requireMember, sendRefusal } from "#platform/http";
import { PASSBOOK_REFUSALS } from "./messages.ts";
import type { Passbook } from "./passbook.server.ts";
import { writeCsv } from "./write-csv.ts";

export type PassbookCalls = {
  passbook: Passbook;
  identity: Pick<Identity, "confirmFresh" | "linkedProviders" | "subscriptionLine" | "wayBack">;
  catalog: Catalog;
  notifications: Pick<Notifications, "notices">;
  partners: Pick<Partners, "home">;
  brandOf(request: Request): Shares;
  memberOf(request: Request): Promise<Member | null>;
};

/** A browser that goes to the address, as by a link; scripts and apps ask for no page. */
const isVisit = (request: Request): boolean => (request.headers.accept ?? "").includes("text/html");

/** To the page that says why the file did not come; its link to a sign-in leads back there. */
function askForSignIn(deps: PassbookCalls, reply: Reply, filter: PassbookFilter): Reply {
  const page = `/account/purchase-history${filter === "all" ? "" : `?filter=${filter}`}`;
  return reply
    .header("cache-control", "private, no-store")
    .header("set-cookie", deps.identity.wayBack(page))
    .redirect(`${page}${filter === "all" ? "?" : "&"}again=csv`, 303);
}

/** Whose file it is, soon after a sign-in; null when they were told what is missing. */
async function whoseFile(request: Request, reply: Reply, deps: PassbookCalls, filter: PassbookFilter) {
  const member = await requireMember(request, reply, deps.memberOf);
  if (!member || (await deps.identity.confirmFresh(member)).ok) return member;
  if (isVisit(request)) askForSignIn(deps, reply, filter);
  else sendRefusal(request, reply, PASSBOOK_REFUSALS, { code: "sign_in_again" });
  return null;
}

export function registerPassbookCalls(app: Http, deps: PassbookCalls) {
  const { passbook } = deps;

  app.get(
    "/api/user/summary",
    {
      schema: {
        tags: ["passbook"],
        summary: "What the header shows of a member, and what their account opens to them by now",
        response: {
          200: z.object({
            balances: z.object({ available_minor: z.string(), pending_minor: z.string(), coins: z.string() }),
            favourites: z.array(z.string()),
            unread: z.int(),
            // Which, and no addresses: the extension's session asks here too, and has no business with them.
            linked_accounts: z.array(z.object({ provider: z.string() })),
            standing,
          }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      reply.header("cache-control", "private, no-store");
      const [balances, favourites, unread, linked] = await Promise.all([
        passbook.balances(member.user_id),
        deps.catalog.favourites(member.user_id),
        deps.notifications.notices.unread(member.user_id),
        deps.identity.linkedProviders(member.user_id),
      ]);
      const line = deps.identity.subscriptionLine(request.headers.cookie, member);
      if (line) reply.header("set-cookie", line);
      return {
        balances: {
          available_minor: balances.available.toString(),
          pending_minor: balances.pending.toString(),
          coins: balances.coins.toString(),
        },
        favourites,
        unread,
        linked_accounts: linked.map((provider) => ({ provider })),
        standing: standingOf(member, deps.partners.home.product),
      };
    },
  );

  app.get(
    "/api/user/home",
    {
      schema: {
        tags: ["passbook"],
        summary: "What the home page shows a member: passbook, own stores, their coupons",
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      reply.header("cache-control", "private, no-store");
      return passbook.home(member, deps.brandOf(request));
    },
  );

  app.get(
    "/api/user/orders.csv",
    {
      schema: {
        tags: ["passbook"],
        summary: "Every order and payout as CSV, soon after a sign-in",
        querystring: z.object({ filter: z.enum(PASSBOOK_FILTERS).default("all") }),
      },
    },
    async (request, reply) => {
      const { filter } = request.query;
      const member = await whoseFile(request, reply, deps, filter);
      if (!member) return reply;
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="passbook.csv"')
        .header("cache-control", "private, no-store");
      return reply.send(await writeCsv(passbook, member.user_id, filter));
    },
  );

  app.get(
    "/api/user/statement.json",
    { schema: { tags: ["passbook"], summary: "Every line of the own accounts, signed, soon after a sign-in" } },
    async (request, reply) => {
      const member = await whoseFile(request, reply, deps, "all");
      if (!member) return reply;
      const statement = await passbook.statement(member.user_id);
      const name = `tuppence-statement-${statement.made_at.slice(0, 10)}.json`;
      reply
        .type("application/json; charset=utf-8")
        .header("content-disposition", `attachment; filename="${name}"`)
        .header("cache-control", "private, no-store");
      return reply.send(`${JSON.stringify(statement, null, 1)}\n`);
    },
  );

  app.get(
    "/api/statement-key",
    {
      schema: {
        tags: ["passbook"],
        summary: "The key by which signed statements are checked (Ed25519, base64url)",
        response: { 200: z.object({ public_key: z.string() }) },
      },
    },
    async (_request, reply) => {
      reply.header("cache-control", "public, max-age=3600");
      return { public_key: passbook.statementKey };
    },
  );
}
