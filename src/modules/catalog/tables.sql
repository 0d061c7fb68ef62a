-- The schema `catalog` as it stands after all migrations. Written by `npm run tables`.

create table catalog.applied_data (
  data_name text not null,
  sum text not null,
  applied_at timestamp with time zone not null,
  constraint applied_data_pkey PRIMARY KEY (data_name)
);

create table catalog.favourites (
  user_id uuid not null,
  merchant_id uuid not null,
  created_at timestamp with time zone not null,
  came_from uuid[] not null default '{}'::uuid[],
  chosen boolean not null default true,
  constraint favourites_pkey PRIMARY KEY (user_id, merchant_id),
  constraint favourites_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES catalog.merchants(merchant_id)
);

create table catalog.feed_history (
  entry bigint not null generated always as identity,
  feed_id integer not null,
  at timestamp with time zone not null,
  by text not null,
  what text not null,
  reason text not null default ''::text,
  constraint feed_history_pkey PRIMARY KEY (entry),
  constraint feed_history_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES catalog.feeds(feed_id)
);
CREATE INDEX feed_history_by_feed ON catalog.feed_history USING btree (feed_id, entry);

create table catalog.feeds (
  feed_id integer not null generated always as identity,
  feed_name text not null,
  kind text not null,
  network text not null,
  network_programme_id text,
  address text,
  last_rows bigint,
  last_complete_at timestamp with time zone,
  ends_bare boolean not null default false,
  merchant_id uuid,
  held_at timestamp with time zone,
  held_by text,
  constraint feeds_pkey PRIMARY KEY (feed_id),
  constraint feeds_feed_name_key UNIQUE (feed_name),
  constraint feeds_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES catalog.merchants(merchant_id),
  constraint feeds_held_check CHECK (((held_at IS NULL) = (held_by IS NULL))),
  constraint feeds_kind_check CHECK ((kind = ANY (ARRAY['programmes'::text, 'offers'::text, 'products'::text]))),
  constraint feeds_network_check CHECK ((network = ANY (ARRAY['impact'::text, 'cj'::text, 'awin'::text])))
);
CREATE UNIQUE INDEX feeds_by_merchant ON catalog.feeds USING btree (merchant_id) WHERE (merchant_id IS NOT NULL);

create table catalog.former_names (
  former_name text not null,
  merchant_id uuid not null,
  constraint former_names_pkey PRIMARY KEY (former_name),
  constraint former_names_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES catalog.merchants(merchant_id),
  constraint former_names_former_name_check CHECK ((former_name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
);

create table catalog.import_before (
  run_id uuid not null,
  kind text not null,
  row_id uuid not null,
  before jsonb,
  constraint import_before_pkey PRIMARY KEY (run_id, kind, row_id),
  constraint import_before_run_id_fkey FOREIGN KEY (run_id) REFERENCES catalog.import_runs(run_id) ON DELETE CASCADE,
  constraint import_before_kind_check CHECK ((kind = ANY (ARRAY['offers'::text, 'programmes'::text, 'merchants'::text])))
);

create table catalog.import_held (
  run_id uuid not null,
  row_id uuid not null,
  constraint import_held_pkey PRIMARY KEY (run_id, row_id),
  constraint import_held_run_id_fkey FOREIGN KEY (run_id) REFERENCES catalog.import_runs(run_id) ON DELETE CASCADE
);

create table catalog.import_rejects (
  run_id uuid not null,
  row_number bigint not null,
  external_id text,
  reason text not null,
  sample text not null,
  constraint import_rejects_run_id_fkey FOREIGN KEY (run_id) REFERENCES catalog.import_runs(run_id) ON DELETE CASCADE
);
CREATE INDEX import_rejects_by_run ON catalog.import_rejects USING btree (run_id);

create table catalog.import_runs (
  run_id uuid not null,
  run_number integer not null generated always as identity,
  feed_id integer not null,
  state text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  checkpoint_rows bigint not null default 0,
  checkpoint_sum bigint not null default 0,
  added bigint not null default 0,
  changed bigint not null default 0,
  unchanged bigint not null default 0,
  gone bigint not null default 0,
  rejected bigint not null default 0,
  problem text,
  decided_by text,
  ends_bare boolean not null default false,
  keeps_before boolean not null default false,
  feed_before jsonb,
  constraint import_runs_pkey PRIMARY KEY (run_id),
  constraint import_runs_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES catalog.feeds(feed_id),
  constraint import_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'complete'::text, 'short'::text, 'held'::text, 'dropped'::text, 'failed'::text, 'abandoned'::text, 'rolled_back'::text])))
);
CREATE INDEX import_runs_by_feed ON catalog.import_runs USING btree (feed_id, started_at DESC);

create table catalog.import_seen (
  run_id uuid not null,
  listing_id uuid not null,
  constraint import_seen_pkey PRIMARY KEY (run_id, listing_id)
);

create table catalog.listings (
  listing_id uuid not null,
  product_id uuid not null,
  merchant_id uuid not null,
  programme_id uuid not null,
  feed_id integer not null,
  external_id text not null,
  price_minor bigint not null,
  list_price_minor bigint,
  availability text not null,
  condition text not null,
  rate_group text not null,
  tracking_link text not null,
  content_hash bigint not null,
  written_run integer not null default 0,
  updated_at timestamp with time zone not null,
  gone_at timestamp with time zone,
  added_run integer not null default 0,
  currency text not null default 'USD'::text,
  constraint listings_pkey PRIMARY KEY (listing_id),
  constraint listings_availability_check CHECK ((availability = ANY (ARRAY['in_stock'::text, 'out_of_stock'::text, 'preorder'::text, 'backorder'::text]))),
  constraint listings_condition_check CHECK ((condition = ANY (ARRAY['new'::text, 'refurbished'::text, 'used'::text]))),
  constraint listings_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint listings_price_minor_check CHECK ((price_minor > 0))
);
CREATE INDEX listings_abroad ON catalog.listings USING btree (product_id) WHERE ((currency <> 'USD'::text) AND (gone_at IS NULL));
CREATE INDEX listings_abroad_by_merchant ON catalog.listings USING btree (merchant_id) WHERE ((currency <> 'USD'::text) AND (gone_at IS NULL));
CREATE INDEX listings_by_feed ON catalog.listings USING btree (feed_id) WHERE (gone_at IS NULL);
CREATE INDEX listings_by_product ON catalog.listings USING btree (product_id);
CREATE INDEX listings_by_programme ON catalog.listings USING btree (programme_id, product_id) WHERE (gone_at IS NULL);

create table catalog.media (
  media_id uuid not null,
  source_url text not null,
  state text not null,
  content_type text,
  body bytea,
  etag text,
  reason text,
  fetched_at timestamp with time zone not null,
  constraint media_pkey PRIMARY KEY (media_id),
  constraint media_source_url_key UNIQUE (source_url),
  constraint media_check CHECK (((state = 'stored'::text) = ((body IS NOT NULL) AND (content_type IS NOT NULL) AND (etag IS NOT NULL)))),
  constraint media_state_check CHECK ((state = ANY (ARRAY['stored'::text, 'missing'::text, 'refused'::text])))
);

create table catalog.merchant_categories (
  slug text not null,
  name_en text not null,
  name_es text not null,
  position integer not null,
  constraint merchant_categories_pkey PRIMARY KEY (slug)
);

create table catalog.merchant_products (
  merchant_id uuid not null,
  position integer not null,
  product_id uuid not null,
  constraint merchant_products_pkey PRIMARY KEY (merchant_id, "position"),
  constraint merchant_products_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES catalog.merchants(merchant_id),
  constraint merchant_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES catalog.products(product_id)
);

create table catalog.merchants (
  merchant_id uuid not null,
  internal_name text not null,
  name text not null,
  folded text not null,
  domain text not null,
  description text not null,
  category text not null,
  countries text[] not null,
  is_global boolean not null,
  brand_hex text,
  created_at timestamp with time zone not null,
  live boolean not null default false,
  popularity integer not null default 0,
  live_coupons integer not null default 0,
  programme_id uuid,
  rate_kind text not null default 'none'::text,
  rate_bps integer not null default 0,
  rate_minor bigint not null default 0,
  rate_up_to boolean not null default false,
  was_kind text not null default 'none'::text,
  was_bps integer not null default 0,
  was_minor bigint not null default 0,
  source_programme uuid,
  logo_media uuid,
  logo_path text,
  description_es text not null default ''::text,
  aliases text[] not null default '{}'::text[],
  start_popularity integer not null default 0,
  status text not null default 'open'::text,
  hidden boolean not null default false,
  merged_into uuid,
  activity integer not null default 0,
  visitors integer not null default 0,
  sells boolean not null default false,
  constraint merchants_pkey PRIMARY KEY (merchant_id),
  constraint merchants_domain_key UNIQUE (domain),
  constraint merchants_internal_name_key UNIQUE (internal_name),
  constraint merchants_category_fkey FOREIGN KEY (category) REFERENCES catalog.merchant_categories(slug),
  constraint merchants_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES catalog.merchants(merchant_id),
  constraint merchants_activity_check CHECK ((activity >= 0)),
  constraint merchants_brand_hex_check CHECK ((brand_hex ~ '^#[0-9a-f]{6}$'::text)),
  constraint merchants_internal_name_check CHECK ((internal_name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint merchants_rate_bps_check CHECK (((rate_bps >= 0) AND (rate_bps <= 10000))),
  constraint merchants_rate_kind_check CHECK ((rate_kind = ANY (ARRAY['percent'::text, 'fixed'::text, 'none'::text]))),
  constraint merchants_rate_minor_check CHECK ((rate_minor >= 0)),
  constraint merchants_start_popularity_check CHECK (((start_popularity >= 0) AND (start_popularity <= 1000))),
  constraint merchants_status_check CHECK ((status = ANY (ARRAY['open'::text, 'online'::text, 'reduced'::text, 'uncertain'::text, 'closed'::text]))),
  constraint merchants_visitors_check CHECK ((visitors >= 0)),
  constraint merchants_was_kind_check CHECK ((was_kind = ANY (ARRAY['percent'::text, 'fixed'::text, 'none'::text])))
);
CREATE INDEX merchants_begins ON catalog.merchants USING btree (folded text_pattern_ops);
CREATE INDEX merchants_by_age ON catalog.merchants USING btree (created_at DESC, internal_name) WHERE live;
CREATE INDEX merchants_by_category ON catalog.merchants USING btree (category, popularity DESC, internal_name) WHERE live;
CREATE INDEX merchants_by_name ON catalog.merchants USING btree (folded, internal_name) WHERE live;
CREATE INDEX merchants_by_popularity ON catalog.merchants USING btree (popularity DESC, internal_name) WHERE live;
CREATE INDEX merchants_by_rate ON catalog.merchants USING btree (rate_bps DESC, rate_minor DESC, popularity DESC, internal_name) WHERE live;
CREATE INDEX merchants_by_visitors ON catalog.merchants USING btree (visitors DESC, popularity DESC, internal_name) WHERE (live AND (visitors > 0));
CREATE INDEX merchants_merged ON catalog.merchants USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX merchants_prefix ON catalog.merchants USING btree (folded text_pattern_ops) WHERE live;
CREATE INDEX merchants_similar ON catalog.merchants USING gin (folded gin_trgm_ops) WHERE live;

create table catalog.offer_history (
  entry bigint not null generated always as identity,
  offer_id uuid not null,
  at timestamp with time zone not null,
  by text not null,
  what text not null,
  reason text not null default ''::text,
  constraint offer_history_pkey PRIMARY KEY (entry),
  constraint offer_history_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES catalog.offers(offer_id)
);
CREATE INDEX offer_history_by_offer ON catalog.offer_history USING btree (offer_id, entry);

create table catalog.offer_trials (
  offer_id uuid not null,
  user_id uuid not null,
  worked boolean not null,
  at timestamp with time zone not null,
  constraint offer_trials_pkey PRIMARY KEY (offer_id, user_id),
  constraint offer_trials_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES catalog.offers(offer_id)
);

create table catalog.offers (
  offer_id uuid not null,
  network text not null,
  network_offer_id text not null,
  programme_id uuid not null,
  merchant_id uuid not null,
  offer_type text not null,
  code text,
  title text not null,
  description text not null,
  folded text not null,
  words tsvector not null generated always as (array_to_tsvector(array_remove(string_to_array(folded, ' '::text), ''::text))) stored,
  discount_kind text not null,
  discount_bps integer not null default 0,
  discount_minor bigint not null default 0,
  condition text,
  minimum_minor bigint,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  tracking_link text,
  worked integer not null default 0,
  tried integer not null default 0,
  popularity integer not null default 0,
  verified_at timestamp with time zone,
  content_hash bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  gone_at timestamp with time zone,
  title_es text,
  retired_at timestamp with time zone,
  told_gone_at timestamp with time zone,
  check_asked_at timestamp with time zone,
  constraint offers_pkey PRIMARY KEY (offer_id),
  constraint offers_network_network_offer_id_key UNIQUE (network, network_offer_id),
  constraint offers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES catalog.merchants(merchant_id),
  constraint offers_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES catalog.programmes(programme_id),
  constraint offers_check CHECK (((offer_type = 'coupon'::text) = (code IS NOT NULL))),
  constraint offers_discount_kind_check CHECK ((discount_kind = ANY (ARRAY['percent'::text, 'amount'::text, 'shipping'::text, 'gift'::text, 'other'::text]))),
  constraint offers_network_check CHECK ((network = ANY (ARRAY['impact'::text, 'cj'::text, 'awin'::text, 'own'::text]))),
  constraint offers_offer_type_check CHECK ((offer_type = ANY (ARRAY['coupon'::text, 'other'::text]))),
  constraint offers_retired_check CHECK (((retired_at IS NULL) OR (gone_at IS NOT NULL)))
);
CREATE INDEX offers_by_age ON catalog.offers USING btree (created_at DESC, offer_id) WHERE (gone_at IS NULL);
CREATE INDEX offers_by_code ON catalog.offers USING btree (upper(code)) WHERE (code IS NOT NULL);
CREATE INDEX offers_by_end ON catalog.offers USING btree (ends_at, offer_id) WHERE (gone_at IS NULL);
CREATE INDEX offers_by_merchant ON catalog.offers USING btree (merchant_id, ends_at);
CREATE INDEX offers_by_popularity ON catalog.offers USING btree (popularity DESC, offer_id) WHERE (gone_at IS NULL);
CREATE INDEX offers_by_programme ON catalog.offers USING btree (programme_id);
CREATE INDEX offers_retired ON catalog.offers USING btree (merchant_id, upper(code)) WHERE (retired_at IS NOT NULL);
CREATE INDEX offers_words ON catalog.offers USING gin (words);

create table catalog.own_rates (
  own_rate_id uuid not null,
  programme_id uuid not null,
  counts_bps integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  decided_at timestamp with time zone not null,
  decided_by text not null,
  approved_by text,
  reason text not null,
  ended_at timestamp with time zone,
  ended_by text,
  ended_why text,
  constraint own_rates_pkey PRIMARY KEY (own_rate_id),
  constraint own_rates_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES catalog.programmes(programme_id),
  constraint own_rates_check CHECK ((ends_at > starts_at)),
  constraint own_rates_check1 CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint own_rates_counts_bps_check CHECK (((counts_bps >= 1) AND (counts_bps <= 20000)))
);
CREATE INDEX own_rates_by_programme ON catalog.own_rates USING btree (programme_id, starts_at);
CREATE INDEX own_rates_open ON catalog.own_rates USING btree (starts_at, ends_at) WHERE (ended_at IS NULL);

create table catalog.price_alerts (
  user_id uuid not null,
  product_id uuid not null,
  created_at timestamp with time zone not null,
  seen_minor bigint not null,
  told_at timestamp with time zone,
  below_minor bigint,
  came_from uuid[] not null default '{}'::uuid[],
  chosen boolean not null default true,
  constraint price_alerts_pkey PRIMARY KEY (user_id, product_id),
  constraint price_alerts_product_id_fkey FOREIGN KEY (product_id) REFERENCES catalog.products(product_id),
  constraint price_alerts_below_minor_check CHECK ((below_minor > 0)),
  constraint price_alerts_seen_minor_check CHECK ((seen_minor > 0))
);
CREATE INDEX price_alerts_by_product ON catalog.price_alerts USING btree (product_id);

create table catalog.price_history (
  listing_id uuid not null,
  day date not null,
  price_minor bigint,
  low_minor bigint,
  currency text not null default 'USD'::text,
  constraint price_history_pkey PRIMARY KEY (listing_id, day),
  constraint price_history_low_minor_check CHECK ((low_minor > 0)),
  constraint price_history_price_minor_check CHECK ((price_minor > 0))
);

create table catalog.product_categories (
  category text not null,
  subcategory text not null default ''::text,
  name_en text not null,
  name_es text not null,
  position integer not null,
  products integer not null default 0,
  constraint product_categories_pkey PRIMARY KEY (category, subcategory)
);

create table catalog.product_history (
  entry bigint not null generated always as identity,
  product_id uuid not null,
  at timestamp with time zone not null,
  by text not null,
  what text not null,
  reason text not null,
  constraint product_history_pkey PRIMARY KEY (entry)
);
CREATE INDEX product_history_product ON catalog.product_history USING btree (product_id, entry);

create table catalog.product_merges (
  merge_id bigint not null generated always as identity,
  merged uuid not null,
  kept uuid not null,
  at timestamp with time zone not null,
  by text not null,
  reason text not null,
  listings uuid[] not null,
  kept_listings uuid[] not null,
  followers uuid[] not null,
  sealed_at timestamp with time zone,
  undone_at timestamp with time zone,
  undone_by text,
  undone_why text,
  constraint product_merges_pkey PRIMARY KEY (merge_id),
  constraint product_merges_kept_fkey FOREIGN KEY (kept) REFERENCES catalog.products(product_id),
  constraint product_merges_merged_fkey FOREIGN KEY (merged) REFERENCES catalog.products(product_id),
  constraint product_merges_check CHECK ((kept <> merged)),
  constraint product_merges_check1 CHECK (((undone_at IS NULL) = (undone_by IS NULL)))
);
CREATE INDEX product_merges_by_age ON catalog.product_merges USING btree (at DESC, merge_id DESC);
CREATE INDEX product_merges_by_kept ON catalog.product_merges USING btree (kept) WHERE (undone_at IS NULL);
CREATE UNIQUE INDEX product_merges_open ON catalog.product_merges USING btree (merged) WHERE (undone_at IS NULL);

create table catalog.products (
  product_id uuid not null,
  slug text not null,
  name text not null,
  folded text not null,
  words tsvector not null generated always as (array_to_tsvector(array_remove(string_to_array(((folded || ' '::text) || catalog.told_by(specs)), ' '::text), ''::text))) stored,
  brand text,
  gtin text,
  mpn_key bigint,
  merge_key bigint,
  description text not null,
  image_url text,
  category text not null,
  subcategory text not null,
  specs jsonb not null default '[]'::jsonb,
  source_listing uuid not null,
  merchants integer not null default 0,
  from_minor bigint not null default 0,
  from_kind text not null default 'none'::text,
  from_bps integer not null default 0,
  from_rate_minor bigint not null default 0,
  cash_back_weight bigint not null generated always as (((from_minor * from_bps) + (from_rate_minor * 10000))) stored,
  facets text[] not null generated always as (catalog.facets_of(specs)) stored,
  sold_by uuid[] not null default '{}'::uuid[],
  ready_at uuid[] not null default '{}'::uuid[],
  merged_into uuid,
  given_image text,
  constraint products_pkey PRIMARY KEY (product_id),
  constraint products_slug_key UNIQUE (slug),
  constraint products_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES catalog.products(product_id),
  constraint products_from_kind_check CHECK ((from_kind = ANY (ARRAY['percent'::text, 'fixed'::text, 'none'::text])))
);
CREATE INDEX products_by_category ON catalog.products USING btree (category, subcategory, merchants DESC, product_id) WHERE (merchants > 0);
CREATE INDEX products_by_merge_key ON catalog.products USING btree (merge_key);
CREATE INDEX products_by_mpn ON catalog.products USING btree (mpn_key) WHERE ((mpn_key IS NOT NULL) AND (gtin IS NOT NULL));
CREATE INDEX products_by_popularity ON catalog.products USING btree (merchants DESC, product_id) WHERE (merchants > 0);
CREATE INDEX products_by_price ON catalog.products USING btree (category, from_minor, product_id) WHERE (merchants > 0);
CREATE INDEX products_given_image ON catalog.products USING btree (given_image) WHERE (given_image IS NOT NULL);
CREATE INDEX products_merged ON catalog.products USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX products_words ON catalog.products USING gin (words);

create table catalog.programme_decision_history (
  programme_id uuid not null,
  at timestamp with time zone not null,
  entry bigint not null generated always as identity,
  by text not null,
  decision text not null,
  locking_days integer,
  constraint programme_decision_history_pkey PRIMARY KEY (programme_id, at, entry),
  constraint programme_decision_history_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES catalog.programmes(programme_id),
  constraint programme_decision_history_decision_check CHECK ((decision = ANY (ARRAY['allowed'::text, 'denied'::text, 'undecided'::text])))
);

create table catalog.programme_decisions (
  programme_id uuid not null,
  decision text not null default 'undecided'::text,
  locking_days integer,
  decided_by text,
  decided_at timestamp with time zone,
  proposed text not null default 'undecided'::text,
  proposed_words text,
  proposed_locking_days integer,
  proposed_at timestamp with time zone not null,
  constraint programme_decisions_pkey PRIMARY KEY (programme_id),
  constraint programme_decisions_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES catalog.programmes(programme_id),
  constraint programme_decisions_check CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  constraint programme_decisions_decision_check CHECK ((decision = ANY (ARRAY['allowed'::text, 'denied'::text, 'undecided'::text]))),
  constraint programme_decisions_locking_days_check CHECK (((locking_days >= 0) AND (locking_days <= 730))),
  constraint programme_decisions_proposed_check CHECK ((proposed = ANY (ARRAY['allowed'::text, 'denied'::text, 'undecided'::text]))),
  constraint programme_decisions_proposed_locking_days_check CHECK (((proposed_locking_days >= 0) AND (proposed_locking_days <= 730)))
);
CREATE INDEX programme_decisions_open ON catalog.programme_decisions USING btree (decision, programme_id);

create table catalog.programme_rates (
  programme_id uuid not null,
  group_code text not null,
  name text not null,
  position integer not null,
  kind text not null,
  bps integer not null,
  minor bigint not null,
  constraint programme_rates_pkey PRIMARY KEY (programme_id, group_code),
  constraint programme_rates_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES catalog.programmes(programme_id) ON DELETE CASCADE,
  constraint programme_rates_bps_check CHECK (((bps >= 0) AND (bps <= 10000))),
  constraint programme_rates_kind_check CHECK ((kind = ANY (ARRAY['percent'::text, 'fixed'::text]))),
  constraint programme_rates_minor_check CHECK ((minor >= 0))
);

create table catalog.programmes (
  programme_id uuid not null,
  network text not null,
  network_programme_id text not null,
  merchant_id uuid not null,
  name text not null,
  url text not null,
  tracking_link text not null,
  logo_url text,
  cash_back_allowed boolean not null,
  locking_days integer,
  terms text,
  content_hash bigint not null,
  updated_at timestamp with time zone not null,
  gone_at timestamp with time zone,
  network_advertiser_id text,
  terms_read_at timestamp with time zone,
  counts_bps integer not null default 10000,
  constraint programmes_pkey PRIMARY KEY (programme_id),
  constraint programmes_network_network_programme_id_key UNIQUE (network, network_programme_id),
  constraint programmes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES catalog.merchants(merchant_id),
  constraint programmes_counts_bps_check CHECK (((counts_bps >= 1) AND (counts_bps <= 20000))),
  constraint programmes_locking_days_check CHECK (((locking_days >= 0) AND (locking_days <= 730))),
  constraint programmes_network_check CHECK ((network = ANY (ARRAY['impact'::text, 'cj'::text, 'awin'::text])))
);
CREATE INDEX programmes_by_advertiser ON catalog.programmes USING btree (network, network_advertiser_id);
CREATE INDEX programmes_by_merchant ON catalog.programmes USING btree (merchant_id);
CREATE INDEX programmes_by_terms ON catalog.programmes USING btree (network, terms_read_at NULLS FIRST) WHERE (gone_at IS NULL);

create table catalog.rate_history (
  merchant_id uuid not null,
  since timestamp with time zone not null,
  kind text not null,
  bps integer not null,
  minor bigint not null,
  constraint rate_history_pkey PRIMARY KEY (merchant_id, since),
  constraint rate_history_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES catalog.merchants(merchant_id),
  constraint rate_history_kind_check CHECK ((kind = ANY (ARRAY['percent'::text, 'fixed'::text, 'none'::text])))
);

create table catalog.search_history (
  entry bigint not null generated always as identity,
  said text not null,
  at timestamp with time zone not null,
  by text not null,
  what text not null,
  reason text not null default ''::text,
  constraint search_history_pkey PRIMARY KEY (entry)
);
CREATE INDEX search_history_by_text ON catalog.search_history USING btree (said, entry);

create table catalog.search_rules (
  said text not null,
  means text,
  pinned uuid,
  constraint search_rules_pkey PRIMARY KEY (said),
  constraint search_rules_pinned_fkey FOREIGN KEY (pinned) REFERENCES catalog.merchants(merchant_id),
  constraint search_rules_check CHECK (((means IS NOT NULL) OR (pinned IS NOT NULL))),
  constraint search_rules_means_check CHECK (((length(means) >= 1) AND (length(means) <= 60))),
  constraint search_rules_said_check CHECK (((length(said) >= 1) AND (length(said) <= 60)))
);

create table catalog.search_words (
  word text not null,
  uses integer not null,
  constraint search_words_pkey PRIMARY KEY (word)
);
CREATE INDEX search_words_prefix ON catalog.search_words USING btree (word text_pattern_ops);
CREATE INDEX search_words_similar ON catalog.search_words USING gin (word gin_trgm_ops);

create table catalog.searches (
  day date not null,
  language text not null,
  searched text not null,
  times integer not null default 1,
  results integer not null,
  constraint searches_pkey PRIMARY KEY (day, language, searched),
  constraint searches_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint searches_searched_check CHECK (((length(searched) >= 1) AND (length(searched) <= 60)))
);
CREATE INDEX searches_without_result ON catalog.searches USING btree (day) WHERE (results = 0);

create table catalog.section_hidden (
  section text not null,
  constraint section_hidden_pkey PRIMARY KEY (section)
);

create table catalog.section_history (
  entry bigint not null generated always as identity,
  section text not null,
  at timestamp with time zone not null,
  by text not null,
  what text not null,
  reason text not null default ''::text,
  constraint section_history_pkey PRIMARY KEY (entry)
);
CREATE INDEX section_history_by_section ON catalog.section_history USING btree (section, entry);

create table catalog.section_orders (
  area text not null,
  sections text[] not null,
  constraint section_orders_pkey PRIMARY KEY (area),
  constraint section_orders_area_check CHECK ((area = ANY (ARRAY['home'::text, 'stores'::text])))
);

create table catalog.section_pins (
  section text not null,
  merchant_id uuid not null,
  position integer not null,
  constraint section_pins_pkey PRIMARY KEY (section, merchant_id),
  constraint section_pins_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES catalog.merchants(merchant_id),
  constraint section_pins_position_check CHECK (("position" > 0))
);

create table catalog.sections (
  section text not null,
  title_en text not null,
  title_es text not null,
  internal_names text[] not null default '{}'::text[],
  constraint sections_pkey PRIMARY KEY (section)
);

create table catalog.store_decisions (
  merchant_id uuid not null,
  field text not null,
  decided jsonb not null,
  told jsonb not null,
  decided_by text not null,
  decided_at timestamp with time zone not null,
  constraint store_decisions_pkey PRIMARY KEY (merchant_id, field),
  constraint store_decisions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES catalog.merchants(merchant_id),
  constraint store_decisions_field_check CHECK ((field = ANY (ARRAY['name'::text, 'category'::text, 'aliases'::text, 'popularity'::text, 'hidden'::text, 'picture'::text])))
);

create table catalog.store_history (
  entry bigint not null generated always as identity,
  merchant_id uuid not null,
  at timestamp with time zone not null,
  by text not null,
  what text not null,
  reason text not null default ''::text,
  constraint store_history_pkey PRIMARY KEY (entry),
  constraint store_history_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES catalog.merchants(merchant_id)
);
CREATE INDEX store_history_by_store ON catalog.store_history USING btree (merchant_id, entry);

create table catalog.store_merges (
  merge_id bigint not null generated always as identity,
  merged uuid not null,
  kept uuid not null,
  at timestamp with time zone not null,
  by text not null,
  programmes uuid[] not null,
  kept_programmes uuid[] not null,
  former_names text[] not null,
  followers uuid[] not null,
  feed_id integer,
  sealed_at timestamp with time zone,
  undone_at timestamp with time zone,
  undone_by text,
  own_offers uuid[] not null default '{}'::uuid[],
  constraint store_merges_pkey PRIMARY KEY (merge_id),
  constraint store_merges_kept_fkey FOREIGN KEY (kept) REFERENCES catalog.merchants(merchant_id),
  constraint store_merges_merged_fkey FOREIGN KEY (merged) REFERENCES catalog.merchants(merchant_id),
  constraint store_merges_check CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
  constraint store_merges_check1 CHECK ((merged <> kept))
);
CREATE INDEX store_merges_by_kept ON catalog.store_merges USING btree (kept) WHERE (undone_at IS NULL);
CREATE UNIQUE INDEX store_merges_open ON catalog.store_merges USING btree (merged) WHERE (undone_at IS NULL);

create table catalog.store_wishes (
  wish_key text not null,
  user_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint store_wishes_pkey PRIMARY KEY (wish_key, user_id),
  constraint store_wishes_wish_key_check CHECK (((length(wish_key) >= 1) AND (length(wish_key) <= 60)))
);
CREATE INDEX store_wishes_by_member ON catalog.store_wishes USING btree (user_id);

create table catalog.track_health (
  merchant_id uuid not null,
  health text not null,
  median_hours integer not null,
  refused integer not null,
  decided integer not null,
  counted_at timestamp with time zone not null,
  constraint track_health_pkey PRIMARY KEY (merchant_id),
  constraint track_health_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES catalog.merchants(merchant_id),
  constraint track_health_health_check CHECK ((health = ANY (ARRAY['good'::text, 'fair'::text, 'bad'::text])))
);

-- function catalog.facets_of(specs jsonb) returns text[]
-- function catalog.told_by(specs jsonb) returns text
