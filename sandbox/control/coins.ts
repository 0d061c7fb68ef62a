import type { FastifyInstance, FastifyReply } from "fastify";
import { takeDown } from "../offers/catalogue.ts";
import {
  again,
  begin,
  type Conversion,
  FORGERIES,
  type Forgery,
  findConversion,
  findStart,
  forge,
  install,
  offersOf,
  reach,
  reverse,
} from "../offers/offers.ts";
import { wayBack } from "../offers/survey-pages.ts";
import { endSurvey, findSession, openSurvey, surveysFor } from "../offers/surveys.ts";
import { type CoinParty, findCoinParty, setPosting } from "../offers/tell.ts";
import { ENDS_OF_SURVEYS, type EndOfSurvey } from "../offers/vendor.ts";
import type { World } from "../world.ts";

interface Wish {
  offer?: string;
  survey?: string;
  user?: string;
  sub?: string;
  start?: string;
  session?: string;
  goal?: string;
  result?: EndOfSurvey;
  tx?: string;
  reason?: string;
  kind?: Forgery;
  /** Millionths of a dollar that the vendor pays instead of what it advertises. */
  payout?: number;
  down?: boolean;
  on?: boolean;
  /** Told to nobody. */
  silent?: boolean;
  /** Held back until `/control/postbacks/release`. */
  held?: boolean;
}
type Act = (world: World, vendor: CoinParty, wish: Wish) => object | string;

const withConversion =
  (act: (world: World, row: Conversion, wish: Wish) => object): Act =>
  (world, { name }, wish) => {
    const row = findConversion(world, name, wish.tx ?? "");
    return row ? act(world, row, wish) : "There is no such conversion.";
  };

/** What tests and the play page can make a vendor of offers or surveys do. A text is why it cannot. */
export const COIN_ACTS: Readonly<Record<string, Act>> = {
  start(world, { name }, { offer = "", user = "", sub = "" }) {
    const start = begin(world, name, offer, user, sub);
    return start ? { start } : "There is no such offer.";
  },
  install(world, _vendor, wish) {
    const start = findStart(world, wish.start ?? "");
    if (!start) return "Nobody set out there.";
    install(world, start, wish);
    return { start };
  },
  complete(world, _vendor, wish) {
    const start = findStart(world, wish.start ?? "");
    const done = start ? reach(world, start, wish.goal, wish) : "Nobody set out there.";
    return typeof done === "string" ? done : { conversion: done };
  },
  open(world, { name }, { survey = "", user = "", sub = "" }) {
    const session = openSurvey(world, name, survey, user, sub);
    return session ? { session } : "There is no such survey.";
  },
  finish(world, { name }, wish) {
    const { result = "complete" } = wish;
    const session = findSession(world, wish.session ?? "");
    if (!session || !ENDS_OF_SURVEYS.includes(result)) return "There is no such survey or result.";
    const done = endSurvey(world, session, result, wish);
    return done ? { conversion: done, way_back: wayBack(world, name, done, result) } : "That survey has ended.";
  },
  reverse: withConversion((world, row, wish) => ({ conversion: reverse(world, row, wish.reason, wish) })),
  again: withConversion((world, row) => {
    again(world, row);
    return { conversion: row };
  }),
  forge: withConversion((world, row, { kind = "signature" }) => ({ said: forge(world, row, kind) })),
  /** Which version a vendor sends that has two: the address alone, or a body. */
  posting(world, vendor, { on = true }) {
    if (!vendor.coins.posted) return "That vendor has one version.";
    setPosting(world, vendor.name, on);
    return { posting: on };
  },
  "take-down"(world, { name }, { offer = "", down = true }) {
    takeDown(world, name, offer, down);
    return { offers: offersOf(world, name).length };
  },
};

export function registerCoinControl(app: FastifyInstance, world: World): void {
  const unknown = (reply: FastifyReply) => reply.code(404).send({ error: "There is no such vendor or act." });

  app.get<{ Params: { vendor: string }; Querystring: { user?: string } }>(
    "/control/coins/:vendor",
    (request, reply) => {
      const vendor = findCoinParty(world, request.params.vendor);
      if (!vendor) return unknown(reply);
      const { name } = vendor;
      return {
        offers: offersOf(world, name),
        surveys: vendor.coins.kind === "surveys" ? surveysFor(world, name, request.query.user ?? "") : [],
        starts: world.db.all("select * from coin_starts where vendor = ? order by at desc limit 200", name),
        conversions: world.db.all("select * from coin_conversions where vendor = ? order by at desc limit 200", name),
      };
    },
  );

  app.post<{ Params: { vendor: string; act: string }; Body: Wish | null }>(
    "/control/coins/:vendor/:act",
    (request, reply) => {
      const vendor = findCoinParty(world, request.params.vendor);
      const act = COIN_ACTS[request.params.act];
      const wish = request.body ?? {};
      if (!vendor || !act || (wish.kind !== undefined && !FORGERIES.includes(wish.kind))) return unknown(reply);
      const result = act(world, vendor, wish);
      return typeof result === "string" ? reply.code(409).send({ error: result }) : result;
    },
  );
}
