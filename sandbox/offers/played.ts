import type { FastifyInstance } from "fastify";
import { COIN_ACTS } from "../control/coins.ts";
import { esc } from "../markup.ts";
import { backTo } from "../pages/back.ts";
import { shortTime } from "../pages/layout.ts";
import type { Provider, World } from "../world.ts";
import { forgetTaken } from "./catalogue.ts";
import { COIN_INDEXES, COIN_TABLES, type Conversion } from "./offers.ts";
import { registerPlayed } from "./pages.ts";
import { registerAnswering } from "./survey-pages.ts";
import { coinParties, coinPartyOf, findCoinParty } from "./tell.ts";
import { dollars } from "./vendor.ts";

const ACTS: readonly [act: string, label: string][] = [
  ["reverse", "Charge back"],
  ["again", "Send again"],
  ["forge", "Forge"],
];

function row(world: World, one: Conversion): string {
  // What paid nothing cannot be charged back.
  const acts = one.kind === "credit" ? ACTS : ACTS.filter(([act]) => act !== "reverse");
  const buttons = acts
    .map(
      ([act, label]) =>
        `<form class="inline" method="post" action="/play/coins/${one.vendor}/${act}"><input type="hidden" name="tx" value="${esc(one.id)}"><button class="quiet" aria-label="${label} ${esc(one.offer_name)}">${label}</button></form>`,
    )
    .join("");
  const tag = one.state === "reversed" ? "bad" : one.kind === "credit" ? "good" : "plain";
  const words = one.state === "reversed" ? "charged back" : one.kind === "credit" ? "paid" : one.reason || one.kind;
  return `<article class="order"><div class="head"><strong>${esc(one.offer_name)}</strong><span class="tag ${tag}">${esc(words)}</span><span class="price" style="margin-left:auto">$${dollars(one.payout)}</span></div>
<p class="soft small" style="margin:2px 0 0;max-width:none">${esc(coinPartyOf(world, one.vendor).title)} <span class="mono">${esc(one.id)}</span> · ${esc(one.goal_name)} · ${esc(shortTime(one.at))} · for <span class="mono">${esc(one.user_ref)}</span></p><div class="actions tight">${buttons}</div></article>`;
}

/** The places where offers are done and surveys answered, whoever led there; and what was told of them. */
export const played: Provider = {
  name: "offers",
  title: "Offers and surveys",
  tables: COIN_TABLES,
  indexes: COIN_INDEXES,
  routes(app, world) {
    registerPlayed(app, world);
    registerAnswering(app, world);
  },
  control(app: FastifyInstance, world) {
    const back = backTo("coins");
    app.post<{ Params: { vendor: string; act: string }; Body: Record<string, string> | null }>(
      "/play/coins/:vendor/:act",
      (request, reply) => {
        const vendor = findCoinParty(world, request.params.vendor);
        const act = COIN_ACTS[request.params.act];
        if (!vendor || !act) return back(reply, "That action doesn't exist.", false);
        const result = act(world, vendor, { tx: request.body?.tx ?? "" });
        return typeof result === "string"
          ? back(reply, result, false)
          : back(reply, `Done: ${request.params.act} at ${vendor.title}.`);
      },
    );
  },
  card(world) {
    const rows = world.db
      .all<Conversion>("select * from coin_conversions order by at desc limit 15")
      .filter(({ vendor }) => coinParties(world).some(({ name }) => name === vendor))
      .map((one) => row(world, one))
      .join("");
    const none = '<p class="soft">Nobody has begun an offer or a survey yet.</p>';
    return `<section class="card" aria-labelledby="coins"><h2 id="coins">Offers and surveys</h2>${rows === "" ? none : rows}</section>`;
  },
  reset: forgetTaken,
};
