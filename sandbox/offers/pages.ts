import type { FastifyInstance, FastifyReply } from "fastify";
import { esc } from "../markup.ts";
import { layout } from "../pages/layout.ts";
import type { World } from "../world.ts";
import { type CoinOffer, sumOf } from "./catalogue.ts";
import { begin, findOffer, findStart, install, offersOf, reach, reached, type Start } from "./offers.ts";
import { coinPartyOf } from "./tell.ts";
import { dollars } from "./vendor.ts";

const html = (reply: FastifyReply, page: string) =>
  reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(page);

export function page(world: World, vendor: string, title: string, body: string): string {
  return layout({
    title,
    tint: "#5b3f8f",
    brand: { name: coinPartyOf(world, vendor).title, tagline: "offers and surveys, played", href: "#" },
    links: [["Product", world.settings.productUrl]],
    body,
  });
}

/** Follows a vendor's link: writes the start down and leads to the place where one can install. */
export function follow(
  world: World,
  reply: FastifyReply,
  vendor: string,
  way: { offerId: string; userRef: string; sub: string },
) {
  const start = begin(world, vendor, way.offerId, way.userRef, way.sub);
  if (!start) return reply.code(404).type("text/plain").send("This link leads to no offer.");
  return reply.header("cache-control", "no-store").redirect(`/offers/played/${start.id}`, 302);
}

/** A vendor's own wall: its whole list, with links for this user. */
export function wall(world: World, reply: FastifyReply, vendor: string, userRef: string) {
  if (userRef === "") return reply.code(400).type("text/plain").send("Who is it for?");
  const link = (offer: CoinOffer) =>
    (coinPartyOf(world, vendor).coins.trackingPath?.(offer.id) ?? "#").replace(
      /\{[a-z_]+\}|\[USER_ID\]/gi,
      encodeURIComponent(userRef),
    );
  const rows = offersOf(world, vendor)
    .map(
      (offer) =>
        `<li><a class="tile" href="${esc(link(offer))}"><div><strong>${esc(offer.name)}</strong><span class="soft small">${esc(offer.platforms.join(", "))}</span><span class="price">$${dollars(sumOf(offer))}</span></div></a></li>`,
    )
    .join("");
  return html(reply, page(world, vendor, "Offers", `<h1>Offers</h1><ul class="grid">${rows}</ul>`));
}

function played(world: World, start: Start, offer: CoinOffer): string {
  const done = new Set(
    reached(world, start.id)
      .filter(({ kind }) => kind === "credit")
      .map((one) => one.goal_id),
  );
  const installed = start.installed_at !== null;
  const isApp = offer.type !== "OTHER";
  const first = isApp
    ? `<form method="post" action="/offers/played/${start.id}/install"><button${installed ? " disabled" : ""}>${installed ? "Installed" : "Install"}</button></form>`
    : "";
  const goals = offer.goals
    .map((goal) => {
      const button = done.has(goal.id)
        ? '<span class="tag good">reached</span>'
        : `<form method="post" action="/offers/played/${start.id}/goals/${encodeURIComponent(goal.id)}"><button class="quiet"${isApp && !installed ? " disabled" : ""}>Reach it</button></form>`;
      const days =
        goal.days === null
          ? ""
          : ` <span class="soft small">within ${goal.days === 1 ? "a day" : `${goal.days} days`}</span>`;
      return `<article class="order" data-goal="${esc(goal.id)}"><div class="head"><strong>${esc(goal.name)}</strong>${days}<span class="price" style="margin-left:auto">pays $${dollars(goal.payout)}</span></div>${button}</article>`;
    })
    .join("");
  return page(
    world,
    start.vendor,
    offer.name,
    `<h1>${esc(offer.name)}</h1><p>${esc(offer.description)}</p><section class="card"><h2>${isApp ? "On your device" : "What to do"}</h2>${first}${goals}</section><p><a class="button" href="${esc(world.settings.productUrl)}">Back to where you came from</a></p>`,
  );
}

/** Where one really installs and reaches goals; each press is told to the product by the vendor's own callback. */
export function registerPlayed(app: FastifyInstance, world: World): void {
  const known = (id: string) => {
    const start = findStart(world, id);
    const offer = start && findOffer(world, start.vendor, start.offer_id);
    return start && offer ? { start, offer } : null;
  };
  const gone = (reply: FastifyReply) => reply.code(404).type("text/plain").send("Nobody set out here.");
  const options = { config: { target: "offers.page" } };

  app.get<{ Params: { id: string } }>("/offers/played/:id", options, (request, reply) => {
    const found = known(request.params.id);
    return found ? html(reply, played(world, found.start, found.offer)) : gone(reply);
  });
  app.post<{ Params: { id: string } }>("/offers/played/:id/install", options, (request, reply) => {
    const found = known(request.params.id);
    if (!found) return gone(reply);
    install(world, found.start);
    return reply.redirect(`/offers/played/${found.start.id}`, 303);
  });
  app.post<{ Params: { id: string; goal: string } }>("/offers/played/:id/goals/:goal", options, (request, reply) => {
    const found = known(request.params.id);
    if (!found) return gone(reply);
    const result = reach(world, found.start, request.params.goal);
    return typeof result === "string"
      ? reply.code(409).type("text/plain").send(result)
      : reply.redirect(`/offers/played/${found.start.id}`, 303);
  });
}
export const sendPage = html;
