/**
 * A catalogue of a given size, written by SQL: what pages, calls, redirects and search are measured on. Its words are
 * made up, with the spread that real names have: some words in many names, most in few.
 */
import type { Ground } from "./ground.ts";

/** The store whose page is measured: 60 coupons, 8 products, 6 stores like it. */
export const STORE = "harbor-and-pine";

export function sizesOf(full: boolean) {
  return full
    ? { stores: 10_000, products: 1_000_000, coupons: 200_000 }
    : { stores: 10_000, products: 100_000, coupons: 20_000 };
}

const STARTS = [
  "bra",
  "cor",
  "dal",
  "el",
  "fen",
  "gar",
  "hol",
  "is",
  "jun",
  "kel",
  "lor",
  "mar",
  "nor",
  "or",
  "pel",
  "quin",
  "ros",
  "sil",
  "tor",
  "vel",
  "wes",
  "yar",
  "zen",
  "cap",
  "lin",
  "mon",
  "san",
  "tri",
  "ver",
  "win",
];
const MIDDLES = [
  "a",
  "be",
  "co",
  "di",
  "en",
  "fo",
  "ga",
  "hi",
  "lo",
  "mi",
  "na",
  "o",
  "pe",
  "ri",
  "so",
  "ta",
  "u",
  "vi",
];
const ENDS = [
  "ck",
  "dale",
  "field",
  "gan",
  "ham",
  "ker",
  "land",
  "mer",
  "ner",
  "pton",
  "rick",
  "ston",
  "ter",
  "ville",
  "wood",
  "x",
  "zo",
  "ly",
];
export const WORDS = STARTS.flatMap((start) => MIDDLES.flatMap((middle) => ENDS.map((end) => start + middle + end)));

export async function makeSite(ground: Ground): Promise<string> {
  const { handle, url } = await ground.migrated("bench_site");
  const { stores, products, coupons } = sizesOf(ground.full);
  const began = performance.now();
  const run = (text: string, values: unknown[] = []) => handle.pool.query(text, values);
  // Squares of a running number spread over the list: the first words are frequent, the last are rare.
  const word = (seed: string) =>
    `w[1 + ((abs(hashint8(n::bigint * 7919 + ${seed})::bigint) % 100000)::float8 ^ 2 / 1e10 * (cardinality(w) - 1))::int]`;
  await run(
    `insert into catalog.merchant_categories select 'category-' || n, 'Category ' || n, 'Categoría ' || n, n from generate_series(1, 16) n`,
  );
  await run(
    `insert into catalog.product_categories (category, subcategory, name_en, name_es, position) select 'department-' || n, '', 'Department ' || n, 'Departamento ' || n, n from generate_series(1, 10) n`,
  );
  await run(
    `insert into catalog.merchants (merchant_id, internal_name, name, folded, domain, description, category, countries, is_global, created_at, live, popularity, rate_kind, rate_bps, rate_up_to)
     select md5('m' || n)::uuid, case n when 1 then '${STORE}' else a || '-' || b || '-' || n end, case n when 1 then 'Harbor & Pine' else initcap(a) || ' ' || initcap(b) end,
       case n when 1 then 'harbor pine' else a || ' ' || b end, 'store' || n || '.example', 'A store that sells what its name says, with a description of usual length for such a page.',
       'category-' || (1 + n % 16), array['US'], n % 7 = 0, now() - n * interval '1 minute', true, 10000 - n, 'percent', 100 + n % 900, n % 3 = 0
     from (select n, ${word("1")} as a, ${word("2")} as b from generate_series(1, $2::int) n, (select $1::text[] as w) v) x`,
    [WORDS, stores],
  );
  await run(`insert into catalog.programmes (programme_id, network, network_programme_id, merchant_id, name, url, tracking_link, cash_back_allowed, locking_days, terms, content_hash, updated_at)
     select merchant_id, 'impact', row_number() over (order by popularity desc), merchant_id, name, 'https://' || domain, 'http://127.0.0.1:9/impact/c/1010/5/1', true, 45, 'Terms of the programme, a sentence or two.', 0, now() from catalog.merchants`);
  await run("update catalog.merchants set programme_id = merchant_id, source_programme = merchant_id, sells = true");
  await run(
    "insert into catalog.programme_rates select programme_id, 'g' || n, 'Group ' || n, n, 'percent', 100 * n, 0 from catalog.programmes, generate_series(1, 3) n",
  );
  await run(
    `insert into catalog.offers (offer_id, network, network_offer_id, programme_id, merchant_id, offer_type, code, title, description, folded, discount_kind, discount_bps, starts_at, ends_at, worked, tried, popularity, verified_at, content_hash, created_at, updated_at)
     select md5('o' || n)::uuid, 'impact', n, m, m, case when n % 3 = 0 then 'other' else 'coupon' end, case when n % 3 = 0 then null else 'CODE' || n end,
       (5 + n % 40) || '% off ' || a || ' ' || b, 'Take ' || (5 + n % 40) || ' percent off ' || a || ' and ' || b || ' when you spend enough, while it lasts.', (5 + n % 40) || ' off ' || a || ' ' || b,
       'percent', 100 * (5 + n % 40), now() - interval '3 days', now() + (5 + n % 60) * interval '1 day', n % 9, 10, n % 1000, now() - interval '2 hours', 0, now() - n * interval '1 second', now()
     from (select n, ${word("3")} as a, ${word("4")} as b, case when n <= 60 then md5('m1')::uuid else md5('m' || (2 + n % ($2::int - 1)))::uuid end as m from generate_series(1, $3::int) n, (select $1::text[] as w) v) x`,
    [WORDS, stores, coupons],
  );
  await run(
    "update catalog.merchants m set live_coupons = o.n from (select merchant_id, count(*)::int as n from catalog.offers group by 1) o where o.merchant_id = m.merchant_id",
  );
  for (let from = 1; from <= products; from += 100_000) {
    await run(
      `insert into catalog.products (product_id, slug, name, folded, brand, description, category, subcategory, source_listing, merchants, from_minor, from_kind, from_bps, specs)
       select md5('p' || n)::uuid, 'product-' || n, initcap(a) || ' ' || b || ' ' || c || ' ' || n % 997, a || ' ' || b || ' ' || c || ' ' || n % 997, initcap(a), 'A product.', 'department-' || (1 + n % 10), '', md5('p' || n)::uuid,
         1 + n % 5, 500 + n % 90000, 'percent', 100 + n % 700,
         jsonb_build_array(jsonb_build_object('name', 'Model', 'value', b || ' ' || n % 5000), jsonb_build_object('name', 'Size', 'value', n % 60 || ' in'), jsonb_build_object('name', 'Color', 'value', a))
       from (select n, ${word("5")} as a, ${word("6")} as b, ${word("7")} as c from generate_series($2::int, $3::int) n, (select $1::text[] as w) v) x`,
      [WORDS, from, Math.min(products, from + 99_999)],
    );
  }
  await run(
    "insert into catalog.merchant_products select md5('m1')::uuid, n, md5('p' || n)::uuid from generate_series(1, 12) n",
  );
  await run(`insert into catalog.search_words select word, sum(ndoc)::int from (
      select word, ndoc from ts_stat('select words from catalog.products') union all select word, ndoc from ts_stat('select words from catalog.offers')
      union all select word, 20 from catalog.merchants m, unnest(string_to_array(m.folded, ' ')) as t(word)) every where length(word) between 2 and 40 group by word`);
  await run("vacuum analyze");
  ground.say(
    `a catalogue of ${stores} stores, ${products} products, ${coupons} coupons, made in ${Math.round((performance.now() - began) / 1_000)} s`,
  );
  return url;
}
