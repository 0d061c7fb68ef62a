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
  "internal_name, name, logo_path, brand_hex, category, live_coupons, rate_kind, rate_bps, rate_minor, rate_up_to, was_kind, was_bps, was_minor";
app.get("/list", async () => {
  const { rows } = await pool.query({
    name: "list",
    text: `select ${CARD} from catalog.merchants where live order by popularity desc, internal_name limit 24`,
  });
  return { items: rows };
});

app.get("/detail/:name", async (request) => {
  const { rows } = await pool.query({
    name: "detail",
    text: `select ${CARD}, domain, description, countries,
        (select json_agg(o) from (select offer_id, offer_type, code, title, description, discount_kind, discount_bps, ends_at, worked, tried from catalog.offers o
          where o.merchant_id = m.merchant_id and gone_at is null and ends_at > now() order by popularity desc limit 100) o) as coupons,
        (select json_agg(a) from (select ${CARD} from catalog.merchants a where a.live and a.category = m.category order by popularity desc limit 6) a) as also,
        (select json_agg(p) from (select p.product_id, p.slug, p.name, p.from_minor from catalog.merchant_products s join catalog.products p using (product_id) where s.merchant_id = m.merchant_id limit 8) p) as products
      from catalog.merchants m where internal_name = $1`,
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
