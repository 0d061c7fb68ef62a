create schema catalog;
create extension if not exists pg_trgm with schema public;

-- Categories are ours: flat for merchants, two levels for products. The lists lie in taxonomy/ and are kept in step by the import.
create table catalog.merchant_categories (
  slug text primary key,
  name_en text not null,
  name_es text not null,
  position integer not null
);

create table catalog.product_categories (
  category text not null,
  -- Empty for the department itself.
  subcategory text not null default '',
  name_en text not null,
  name_es text not null,
  position integer not null,
  products integer not null default 0,
  primary key (category, subcategory)
);

create table catalog.merchants (
  merchant_id uuid primary key,
  internal_name text not null unique check (internal_name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  -- Lower case, without accents and signs; made by rules.ts `fold`, which queries go through as well.
  folded text not null,
  domain text not null unique,
  description text not null,
  category text not null references catalog.merchant_categories (slug),
  countries text[] not null,
  is_global boolean not null,
  brand_hex text check (brand_hex ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null,
  -- What follows is denormalised; refresh-catalog.ts keeps it.
  live boolean not null default false,
  popularity integer not null default 0,
  live_coupons integer not null default 0,
  programme_id uuid,
  -- The best rate as the network pays it. What a member gets is a share of it, reckoned when shown.
  rate_kind text not null default 'none' check (rate_kind in ('percent', 'fixed', 'none')),
  rate_bps integer not null default 0 check (rate_bps between 0 and 10000),
  rate_minor bigint not null default 0 check (rate_minor >= 0),
  rate_up_to boolean not null default false,
  was_kind text not null default 'none' check (was_kind in ('percent', 'fixed', 'none')),
  was_bps integer not null default 0,
  was_minor bigint not null default 0,
  -- The programme that gave name, description and category; another network's programme changes none of them.
  source_programme uuid,
  logo_media uuid,
  -- What follows /media/merchants/: name, kind and a version, so that browsers may keep it for a year.
  logo_path text
);
create index merchants_by_popularity on catalog.merchants (popularity desc, internal_name) where live;
create index merchants_by_category on catalog.merchants (category, popularity desc, internal_name) where live;
create index merchants_by_rate on catalog.merchants (rate_bps desc, rate_minor desc, popularity desc, internal_name) where live;
create index merchants_by_name on catalog.merchants (folded, internal_name) where live;
create index merchants_by_age on catalog.merchants (created_at desc, internal_name) where live;
create index merchants_prefix on catalog.merchants (folded text_pattern_ops) where live;
create index merchants_similar on catalog.merchants using gin (folded public.gin_trgm_ops) where live;

-- One row per programme of a network; a merchant may have several, the best rate wins.
create table catalog.programmes (
  programme_id uuid primary key,
  network text not null check (network in ('impact', 'cj', 'awin')),
  network_programme_id text not null,
  merchant_id uuid not null references catalog.merchants (merchant_id),
  name text not null,
  url text not null,
  tracking_link text not null,
  logo_url text,
  cash_back_allowed boolean not null,
  locking_days integer check (locking_days between 0 and 730),
  terms text,
  content_hash bigint not null,
  updated_at timestamptz not null,
  gone_at timestamptz,
  unique (network, network_programme_id)
);
create index programmes_by_merchant on catalog.programmes (merchant_id);

create table catalog.programme_rates (
  programme_id uuid not null references catalog.programmes (programme_id) on delete cascade,
  group_code text not null,
  name text not null,
  position integer not null,
  kind text not null check (kind in ('percent', 'fixed')),
  bps integer not null check (bps between 0 and 10000),
  minor bigint not null check (minor >= 0),
  primary key (programme_id, group_code)
);

-- A row for each change of a merchant's best rate, so that a raised rate can be shown beside the usual one.
create table catalog.rate_history (
  merchant_id uuid not null references catalog.merchants (merchant_id),
  since timestamptz not null,
  kind text not null check (kind in ('percent', 'fixed', 'none')),
  bps integer not null,
  minor bigint not null,
  primary key (merchant_id, since)
);

create table catalog.offers (
  offer_id uuid primary key,
  network text not null check (network in ('impact', 'cj', 'awin')),
  network_offer_id text not null,
  programme_id uuid not null references catalog.programmes (programme_id),
  merchant_id uuid not null references catalog.merchants (merchant_id),
  offer_type text not null check (offer_type in ('coupon', 'other')),
  code text,
  title text not null,
  description text not null,
  folded text not null,
  words tsvector not null generated always as (array_to_tsvector(array_remove(string_to_array(folded, ' '), ''))) stored,
  discount_kind text not null check (discount_kind in ('percent', 'amount', 'shipping', 'gift', 'other')),
  discount_bps integer not null default 0,
  discount_minor bigint not null default 0,
  condition text,
  minimum_minor bigint,
  starts_at timestamptz,
  ends_at timestamptz,
  tracking_link text,
  worked integer not null default 0,
  tried integer not null default 0,
  popularity integer not null default 0,
  verified_at timestamptz,
  content_hash bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  gone_at timestamptz,
  unique (network, network_offer_id),
  check ((offer_type = 'coupon') = (code is not null))
);
create index offers_by_merchant on catalog.offers (merchant_id, ends_at);
create index offers_by_programme on catalog.offers (programme_id);
create index offers_by_popularity on catalog.offers (popularity desc, offer_id) where gone_at is null;
create index offers_by_end on catalog.offers (ends_at, offer_id) where gone_at is null;
create index offers_by_age on catalog.offers (created_at desc, offer_id) where gone_at is null;
create index offers_words on catalog.offers using gin (words);

create table catalog.offer_trials (
  offer_id uuid not null references catalog.offers (offer_id),
  user_id uuid not null,
  worked boolean not null,
  at timestamptz not null,
  primary key (offer_id, user_id)
);

-- Ids grow with time and few indexes are in random order, or an import would spend its time in them: texts that indexes
-- compare are compared by their bytes.
create table catalog.products (
  product_id uuid primary key,
  slug text collate "C" not null unique,
  name text not null,
  folded text not null,
  words tsvector not null generated always as (array_to_tsvector(array_remove(string_to_array(folded, ' '), ''))) stored,
  brand text,
  gtin text,
  -- Hash of maker's number and brand; null when either is missing.
  mpn_key bigint,
  -- Hash of what the product is known by: its GTIN, else maker's number and brand, else its folded name.
  merge_key bigint,
  description text not null,
  image_url text,
  category text collate "C" not null,
  subcategory text collate "C" not null,
  specs jsonb not null default '[]',
  -- The listing that gave the texts; another merchant's listing changes none of them.
  source_listing uuid not null,
  -- Denormalised from the listings: the cheapest one in stock and what its sale earns.
  merchants integer not null default 0,
  from_minor bigint not null default 0,
  from_kind text not null default 'none' check (from_kind in ('percent', 'fixed', 'none')),
  from_bps integer not null default 0,
  from_rate_minor bigint not null default 0,
  cash_back_weight bigint not null generated always as (from_minor * from_bps + from_rate_minor * 10000) stored
);
create index products_by_merge_key on catalog.products (merge_key);
-- A product without a GTIN is found by its merge key.
create index products_by_mpn on catalog.products (mpn_key) where mpn_key is not null and gtin is not null;
create index products_by_category on catalog.products (category, subcategory, merchants desc, product_id) where merchants > 0;
create index products_by_price on catalog.products (category, from_minor, product_id) where merchants > 0;
create index products_by_popularity on catalog.products (merchants desc, product_id) where merchants > 0;
create index products_words on catalog.products using gin (words);

create table catalog.listings (
  listing_id uuid primary key,
  product_id uuid not null,
  merchant_id uuid not null,
  programme_id uuid not null,
  feed_id integer not null,
  external_id text not null,
  price_minor bigint not null check (price_minor > 0),
  list_price_minor bigint,
  availability text not null check (availability in ('in_stock', 'out_of_stock', 'preorder', 'backorder')),
  condition text not null check (condition in ('new', 'refurbished', 'used')),
  rate_group text not null,
  tracking_link text not null,
  content_hash bigint not null,
  -- The number of the run that wrote it last; rows that a run found unchanged stand in import_seen.
  written_run integer not null default 0,
  updated_at timestamptz not null,
  gone_at timestamptz
);
create index listings_by_product on catalog.listings (product_id);
create index listings_by_feed on catalog.listings (feed_id) where gone_at is null;

-- The foremost products of a merchant's page, chosen by the refresh: a sort of a million rows is no page's work.
create table catalog.merchant_products (
  merchant_id uuid not null references catalog.merchants (merchant_id),
  position integer not null,
  product_id uuid not null references catalog.products (product_id),
  primary key (merchant_id, position)
);

-- Every word of merchants, offers and products with how often it occurs: what a misspelt word is set right against.
create table catalog.search_words (
  word text primary key,
  uses integer not null
);
create index search_words_prefix on catalog.search_words (word text_pattern_ops);
create index search_words_similar on catalog.search_words using gin (word public.gin_trgm_ops);

-- Curated lists that operators add; the built-in ones are rules in show-section.ts.
create table catalog.sections (
  section text primary key,
  title_en text not null,
  title_es text not null,
  internal_names text[] not null default '{}'
);

create table catalog.favourites (
  user_id uuid not null,
  merchant_id uuid not null references catalog.merchants (merchant_id),
  created_at timestamptz not null,
  primary key (user_id, merchant_id)
);

create table catalog.media (
  media_id uuid primary key,
  source_url text not null unique,
  state text not null check (state in ('stored', 'missing', 'refused')),
  content_type text,
  body bytea,
  etag text,
  reason text,
  fetched_at timestamptz not null,
  check ((state = 'stored') = (body is not null and content_type is not null and etag is not null))
);

create table catalog.feeds (
  feed_id integer generated always as identity primary key,
  feed_name text not null unique,
  kind text not null check (kind in ('programmes', 'offers', 'products')),
  network text not null check (network in ('impact', 'cj', 'awin')),
  network_programme_id text,
  address text,
  last_rows bigint,
  last_complete_at timestamptz
);

create table catalog.import_runs (
  run_id uuid primary key,
  run_number integer generated always as identity,
  feed_id integer not null references catalog.feeds (feed_id),
  state text not null check (state in ('running', 'complete', 'short', 'failed', 'abandoned')),
  started_at timestamptz not null,
  finished_at timestamptz,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  -- Good rows merged so far, and a running checksum over their ids: a resumed run must see the same rows again.
  checkpoint_rows bigint not null default 0,
  checkpoint_sum bigint not null default 0,
  added bigint not null default 0,
  changed bigint not null default 0,
  unchanged bigint not null default 0,
  gone bigint not null default 0,
  rejected bigint not null default 0,
  problem text
);
create index import_runs_by_feed on catalog.import_runs (feed_id, started_at desc);

create table catalog.import_rejects (
  run_id uuid not null references catalog.import_runs (run_id) on delete cascade,
  row_number bigint not null,
  external_id text,
  reason text not null,
  sample text not null
);
create index import_rejects_by_run on catalog.import_rejects (run_id);

-- Which rows the run in progress has seen and left as they were. Unlogged: after a crash of the database a run starts anew.
create unlogged table catalog.import_seen (
  run_id uuid not null,
  listing_id uuid not null,
  primary key (run_id, listing_id)
);
