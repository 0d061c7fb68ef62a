import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Programme } from "../../catalogue/programmes.ts";
import type { World } from "../../world.ts";
import { landingPath, sameHost, track } from "../clicks.ts";
import { CJ } from "./credentials.ts";

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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
  const known = match[1] === CJ.website;
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

export function registerCjClicks(app: FastifyInstance, world: World): void {
  const config = { config: { target: "cj.click" } };
  app.get("/cj/links/*", config, (request, reply) => cjDeepLink(world, request, reply));

  app.get<{ Params: { website: string; ad: string }; Querystring: Record<string, string | undefined> }>(
    "/cj/click-:website(^\\d+)-:ad(^\\d+)",
    config,
    (request, reply) => {
      const { website, ad } = request.params;
      const sid = request.query.sid ?? "";
      if (sid.includes("@")) return refuseMail(reply);
      const programme = website === CJ.website ? world.catalogue.programmes().byAd("cj", ad) : undefined;
      return track(world, request, reply, {
        network: "cj",
        programme,
        destination: request.query.url,
        subs: [sid, "", "", ""],
      });
    },
  );
}
