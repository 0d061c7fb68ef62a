import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Programme } from "../catalogue/programmes.ts";
import { CREDENTIALS, type NetworkName, type World } from "../world.ts";
import type { Click } from "./records.ts";

/** Address of this program as the caller sees it; links in replies are built from it. */
export function hostOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${request.headers.host ?? "localhost"}`;
}

/** The loopback address has several names; with the same port they are one place. */
function sameHost(a: string, b: string): boolean {
  const plain = (host: string) => host.toLowerCase().replace(/^(localhost|127\.0\.0\.1|\[::1\])(?=:|$)/, "loopback");
  return plain(a) === plain(b);
}

/** Path of the shop that stands for the programme's site. */
export function landingPath(programme: Programme): string {
  return programme.shop ? `/shops/${programme.shop.slug}/` : `/stores/${programme.merchant.internal_name}/`;
}

/**
 * Where a click may lead: into the merchant's own site (shown by its stand-in here) or into the sandbox shop itself.
 * Anything else is null, so that no tracking link can be turned into an open redirect.
 */
export function landingFor(programme: Programme, destination: string | undefined, host: string): string | null {
  const home = landingPath(programme);
  if (destination === undefined || destination === "") return home;
  let url: URL;
  try {
    url = new URL(destination.includes("://") ? destination : `https://${destination}`);
  } catch {
    return null;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  if (sameHost(url.host, host)) return url.pathname.startsWith(home) ? url.pathname + url.search : null;
  const site = programme.merchant.domain;
  if (url.hostname !== site && !url.hostname.endsWith(`.${site}`)) return null;
  if (programme.shop) return `${home}${url.pathname.slice(1)}${url.search}`;
  return url.pathname === "/" && url.search === ""
    ? home
    : `${home}?page=${encodeURIComponent(url.pathname + url.search)}`;
}

interface Tracked {
  network: NetworkName;
  programme: Programme | undefined;
  destination: string | undefined;
  subs: [string, string, string, string];
}

const PARAMETER: Record<NetworkName, string> = { impact: "irclickid", cj: "cjevent", awin: "awc" };

function clickId(network: NetworkName, programme: Programme, nowMs: number): string {
  if (network === "impact") return randomBytes(18).toString("base64url");
  if (network === "cj") return randomBytes(16).toString("hex");
  return `${programme.id}_${Math.floor(nowMs / 1000)}_${randomBytes(16).toString("hex")}`;
}

function track(world: World, request: FastifyRequest, reply: FastifyReply, click: Tracked): FastifyReply {
  const { programme } = click;
  if (!programme) return reply.code(404).type("text/plain").send("This link leads to no programme.");
  const landing = landingFor(programme, click.destination, request.headers.host ?? "");
  if (landing === null) {
    return reply.code(400).type("text/plain").send("The destination does not belong to the programme of this link.");
  }
  const now = world.clock.now();
  const id = clickId(click.network, programme, now);
  const subs = click.subs.map((sub) => sub.slice(0, 256));
  world.db.run(
    `insert into clicks (id, network, programme_id, merchant, sub1, sub2, sub3, shared, destination, at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    click.network,
    programme.id,
    programme.merchant.internal_name,
    subs[0] ?? "",
    subs[1] ?? "",
    subs[2] ?? "",
    subs[3] ?? "",
    landing,
    now,
  );
  const join = landing.includes("?") ? "&" : "?";
  return reply.header("cache-control", "no-store").redirect(`${landing}${join}${PARAMETER[click.network]}=${id}`, 302);
}

export function findClick(world: World, id: string): Click | null {
  return world.db.get<Click>("select * from clicks where id = ?", id) ?? null;
}

/** The last click with this sub-id in the programme, for orders that are made by hand. */
export function lastClick(world: World, programme: Programme, sub: string): Click | null {
  const sql = "select * from clicks where network = ? and programme_id = ? and sub1 = ? order by at desc limit 1";
  return world.db.get<Click>(sql, programme.network, programme.id, sub) ?? null;
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Query = Record<string, string | undefined>;

function refuseMail(reply: FastifyReply): FastifyReply {
  return reply.code(400).type("text/plain").send("Personal data is not accepted: the SID holds an e-mail address.");
}

/** `/cj/links/<PID>/type/dlg/sid/<SID>/<destination>`: the destination comes encoded or raw, with its own query. */
function cjDeepLink(world: World, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const raw = (request.raw.url ?? "").slice("/cj/links/".length);
  const match = /^(\d+)\/(?:type\/dlg\/)?(?:sid\/([^/]*)\/)?(.+)$/.exec(raw);
  if (!match?.[3]) return reply.code(404).type("text/plain").send("This is not a CJ deep link.");
  const sid = tryDecode(match[2] ?? "");
  if (sid.includes("@")) return refuseMail(reply);
  let destination = match[3];
  if (/^https?%3A/i.test(destination)) destination = tryDecode(destination);
  destination = destination.replace(/^(https?):\/(?!\/)/, "$1://");
  const known = match[1] === CREDENTIALS.cj.website;
  const programme = known ? cjProgrammeOf(world, destination, request.headers.host ?? "") : undefined;
  return track(world, request, reply, { network: "cj", programme, destination, subs: [sid, "", "", ""] });
}

function cjProgrammeOf(world: World, destination: string, host: string): Programme | undefined {
  let url: URL;
  try {
    url = new URL(destination);
  } catch {
    return undefined;
  }
  const programmes = world.catalogue.programmes();
  if (sameHost(url.host, host)) return programmes.list("cj").find((p) => url.pathname.startsWith(landingPath(p)));
  const found = programmes.byHost(url.hostname);
  return found?.network === "cj" ? found : undefined;
}

export function registerClicks(app: FastifyInstance, world: World): void {
  const programmes = () => world.catalogue.programmes();

  app.get<{ Params: { partner: string; ad: string; program: string }; Querystring: Query }>(
    "/impact/c/:partner/:ad/:program",
    { config: { target: "impact.click" } },
    (request, reply) => {
      const { partner, program } = request.params;
      const q = request.query;
      const programme = partner === CREDENTIALS.impact.partner ? programmes().byId("impact", program) : undefined;
      const subs: Tracked["subs"] = [q.subId1 ?? "", q.subId2 ?? "", q.subId3 ?? "", q.sharedid ?? ""];
      return track(world, request, reply, { network: "impact", programme, destination: q.u, subs });
    },
  );

  app.get("/cj/links/*", { config: { target: "cj.click" } }, (request, reply) => cjDeepLink(world, request, reply));

  app.get<{ Params: { website: string; ad: string }; Querystring: Query }>(
    "/cj/click-:website(^\\d+)-:ad(^\\d+)",
    { config: { target: "cj.click" } },
    (request, reply) => {
      const { website, ad } = request.params;
      const sid = request.query.sid ?? "";
      if (sid.includes("@")) return refuseMail(reply);
      const programme = website === CREDENTIALS.cj.website ? programmes().byAd("cj", ad) : undefined;
      return track(world, request, reply, {
        network: "cj",
        programme,
        destination: request.query.url,
        subs: [sid, "", "", ""],
      });
    },
  );

  app.get<{ Querystring: Query }>("/awin/cread.php", { config: { target: "awin.click" } }, (request, reply) => {
    const q = request.query;
    const known = q.awinaffid === CREDENTIALS.awin.publisher;
    const programme = known ? programmes().byId("awin", q.awinmid ?? "") : undefined;
    const subs: Tracked["subs"] = [q.clickref ?? "", q.clickref2 ?? "", q.clickref3 ?? "", q.clickref4 ?? ""];
    return track(world, request, reply, { network: "awin", programme, destination: q.ued ?? q.p, subs });
  });
}
