/** The peers: Fastify with nothing but what the comparison needs. */
import { randomBytes } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";

const app = Fastify({ logger: false });
const body = randomBytes(Number(process.env.BENCH_BYTES ?? 1_000));
const ETAG = '"of-the-prebuilt-buffer"';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

app.get("/prebuilt", (request, reply) => {
  reply.header("etag", ETAG).header("cache-control", "public, max-age=0");
  if (request.headers["if-none-match"] === ETAG) return reply.code(304).send();
  return reply.header("content-type", "text/html; charset=utf-8").header("content-encoding", "br").send(body);
});

app.get("/hello", async () => ({ hello: "world" }));

app.get("/redirect", (_request, reply) =>
  reply.redirect("http://127.0.0.1:9/impact/c/1010/5/1?subId1=000000000000000000000000", 302),
);

const CARD =
  "internal_name, m.name, logo_path, brand_hex, category, live_coupons, rate_kind, rate_bps, rate_minor, rate_up_to, was_kind, was_bps, was_minor";
app.get("/list", async () => {
  const { rows } = await pool.query({
    name: "list",
    text: `select ${CARD} from catalog.merchants m where live order by popularity desc, internal_name limit 24`,
  });
  return { items: rows };
});

/** The rows and fields that our own answer is made of, as whoever writes one statement would ask for them; sent as they come. */
const OFFER =
  "o.offer_id, o.offer_type, o.code, o.title, o.title_es, o.description, o.discount_kind, o.discount_bps, o.discount_minor, o.condition, o.minimum_minor, o.starts_at, o.ends_at, o.verified_at, o.gone_at is not null as gone, o.worked, o.tried";
const PRODUCT =
  "p.product_id, p.slug, p.name, p.brand, p.image_url, p.merchants, p.from_minor, p.from_kind, p.from_bps, p.from_rate_minor";
app.get("/detail/:name", async (request) => {
  const { rows } = await pool.query({
    name: "detail",
    text: `select ${CARD}, m.domain, m.description, m.description_es, m.status, c.name_en, c.name_es, m.countries, m.is_global, g.cash_back_allowed, g.locking_days,
        (select json_agg(t) from catalog.track_health t where t.merchant_id = m.merchant_id) as track,
        (select json_agg(r) from (select name, kind, bps, minor from catalog.programme_rates where programme_id = m.programme_id order by bps desc) r) as rates,
        (select json_agg(o) from (select ${OFFER} from catalog.offers o
          where o.merchant_id = m.merchant_id and gone_at is null and ends_at > now() order by popularity desc limit 100) o) as coupons,
        (select json_agg(o) from (select ${OFFER} from catalog.offers o
          where o.merchant_id = m.merchant_id and (gone_at is not null or ends_at <= now()) order by ends_at desc limit 12) o) as ended,
        (select json_agg(a) from (select ${CARD.replace("m.", "a.")} from catalog.merchants a where a.live and a.category = m.category order by popularity desc limit 6) a) as also,
        (select json_agg(p) from (select ${PRODUCT} from catalog.merchant_products s join catalog.products p using (product_id) where s.merchant_id = m.merchant_id limit 8) p) as products,
        (select json_agg(p) from (select p.slug, p.name, l.currency, l.price_minor from catalog.listings l join catalog.products p using (product_id)
          where l.merchant_id = m.merchant_id and l.currency <> 'USD' and l.gone_at is null limit 12) p) as abroad
      from catalog.merchants m join catalog.merchant_categories c on c.slug = m.category left join catalog.programmes g on g.programme_id = m.programme_id
      where internal_name = $1`,
    values: [(request.params as { name: string }).name],
  });
  return rows[0];
});

/** What search rests on, alone: one look-up by trigrams. */
app.get("/trigram", async (request) => {
  const { rows } = await pool.query({
    name: "trigram",
    text: "select name, internal_name from catalog.merchants where live and folded % $1 order by similarity(folded, $1) desc limit 6",
    values: [(request.query as { q: string }).q],
  });
  return rows;
});

await app.listen({ port: 0, host: "127.0.0.1" });
const address = app.server.address();
process.send?.({ port: typeof address === "object" && address ? address.port : 0 });
