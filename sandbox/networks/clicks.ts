import type { FastifyReply, FastifyRequest } from "fastify";
import type { Programme } from "../catalogue/programmes.ts";
import type { World } from "../world.ts";
import { networkOf } from "./network.ts";
import type { Click } from "./records.ts";

/** Address of this program as the caller sees it; links in replies are built from it. */
export function hostOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${request.headers.host ?? "localhost"}`;
}

/** The loopback address has several names; with the same port they are one place. */
export function sameHost(a: string, b: string): boolean {
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

/** A shop's own host on this program's port, for browsers that are told to find it here; absent: the path alone. */
const shopOrigin = (world: World, programme: Programme): string =>
  world.settings.shopHosts ? `http://${programme.merchant.domain}:${new URL(world.origin()).port}` : "";

export interface Tracked {
  network: string;
  programme: Programme | undefined;
  destination: string | undefined;
  subs: [string, string, string, string];
  /** Another publisher's link leads there alike, and its click is none of ours. */
  others?: boolean;
}

/** Writes the click down and leads to the shop, with the click's id in the address. */
export function track(world: World, request: FastifyRequest, reply: FastifyReply, click: Tracked): FastifyReply {
  const { programme } = click;
  if (!programme) return reply.code(404).type("text/plain").send("This link leads to no programme.");
  const landing = landingFor(programme, click.destination, request.headers.host ?? "");
  if (landing === null) {
    return reply.code(400).type("text/plain").send("The destination does not belong to the programme of this link.");
  }
  const now = world.clock.now();
  const { parameter, newId } = networkOf(world, click.network).network.click;
  const id = newId(programme, now);
  const subs = click.subs.map((sub) => sub.slice(0, 256));
  if (!click.others)
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
  return reply
    .header("cache-control", "no-store")
    .redirect(`${shopOrigin(world, programme)}${landing}${join}${parameter}=${id}`, 302);
}

export function findClick(world: World, id: string): Click | null {
  return world.db.get<Click>("select * from clicks where id = ?", id) ?? null;
}

/** The last click with this sub-id in the programme, for orders that are made by hand. */
export function lastClick(world: World, programme: Programme, sub: string): Click | null {
  const sql = "select * from clicks where network = ? and programme_id = ? and sub1 = ? order by at desc limit 1";
  return world.db.get<Click>(sql, programme.network, programme.id, sub) ?? null;
}
