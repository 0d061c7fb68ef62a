-- The schema `cashback` as it stands after all migrations. Written by `npm run tables`.

create table cashback.clicks (
  click_id text not null,
  user_id uuid not null,
  network text not null,
  network_programme_id text not null,
  merchant_id uuid not null,
  internal_name text not null,
  merchant_name text not null,
  offer_id text,
  listing_id text,
  rate jsonb not null,
  share_bps integer not null,
  cash_back_allowed boolean not null,
  locking_days integer not null,
  at timestamp with time zone not null,
  counts_bps integer not null default 10000,
  partner text,
  constraint clicks_pkey PRIMARY KEY (click_id),
  constraint clicks_click_id_check CHECK ((length(click_id) = 24)),
  constraint clicks_counts_bps_check CHECK (((counts_bps >= 1) AND (counts_bps <= 20000))),
  constraint clicks_network_check CHECK ((network = ANY (ARRAY['impact'::text, 'cj'::text, 'awin'::text]))),
  constraint clicks_share_bps_check CHECK (((share_bps >= 0) AND (share_bps <= 20000)))
);
CREATE INDEX clicks_by_time ON cashback.clicks USING btree (at);
CREATE INDEX clicks_of_partner ON cashback.clicks USING btree (partner, at) WHERE (partner IS NOT NULL);
CREATE INDEX clicks_of_user ON cashback.clicks USING btree (user_id, at DESC);

create table cashback.commission_moves (
  move_id bigint not null generated always as identity,
  order_id uuid not null,
  kind text not null,
  amount_minor bigint not null,
  remittance text,
  at timestamp with time zone not null,
  constraint commission_moves_pkey PRIMARY KEY (move_id),
  constraint commission_moves_order_id_fkey FOREIGN KEY (order_id) REFERENCES cashback.orders(order_id),
  constraint commission_moves_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint commission_moves_check CHECK (((kind = 'remitted'::text) = (remittance IS NOT NULL))),
  constraint commission_moves_kind_check CHECK ((kind = ANY (ARRAY['booked'::text, 'remitted'::text])))
);
CREATE INDEX commission_moves_by_remittance ON cashback.commission_moves USING btree (remittance) WHERE (remittance IS NOT NULL);
CREATE INDEX commission_moves_by_time ON cashback.commission_moves USING btree (at);

create table cashback.cursors (
  name text not null,
  at timestamp with time zone not null,
  constraint cursors_pkey PRIMARY KEY (name)
);

create table cashback.inquiries (
  inquiry_id uuid not null,
  user_id uuid not null,
  click_id text not null,
  network text not null,
  network_programme_id text not null,
  internal_name text not null,
  merchant_name text not null,
  order_number text not null,
  ordered_at timestamp with time zone not null,
  amount_minor bigint not null,
  state text not null default 'waiting'::text,
  state_at timestamp with time zone not null,
  reason text,
  fault text,
  network_inquiry_id text,
  network_order_key text,
  order_id uuid,
  tries integer not null default 0,
  looks integer not null default 0,
  tried_at timestamp with time zone,
  filed_at timestamp with time zone,
  look_at timestamp with time zone,
  made_at timestamp with time zone not null,
  constraint inquiries_pkey PRIMARY KEY (inquiry_id),
  constraint inquiries_amount_minor_check CHECK ((amount_minor > 0)),
  constraint inquiries_network_check CHECK ((network = ANY (ARRAY['impact'::text, 'cj'::text, 'awin'::text]))),
  constraint inquiries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'filed'::text, 'incomplete'::text, 'approved'::text, 'declined'::text, 'failed'::text, 'arrived'::text, 'withdrawn'::text])))
);
CREATE INDEX inquiries_due ON cashback.inquiries USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX inquiries_of_user ON cashback.inquiries USING btree (user_id, made_at DESC);
CREATE UNIQUE INDEX inquiries_once ON cashback.inquiries USING btree (network, network_programme_id, upper(order_number)) WHERE (state <> 'withdrawn'::text);

create table cashback.inquiry_moves (
  move_id uuid not null,
  inquiry_id uuid not null,
  from_state text not null,
  to_state text not null,
  reason text,
  by text not null,
  at timestamp with time zone not null,
  constraint inquiry_moves_pkey PRIMARY KEY (move_id),
  constraint inquiry_moves_inquiry_id_fkey FOREIGN KEY (inquiry_id) REFERENCES cashback.inquiries(inquiry_id) ON DELETE CASCADE,
  constraint inquiry_moves_by_check CHECK (((length(by) >= 1) AND (length(by) <= 100)))
);
CREATE INDEX inquiry_moves_of_inquiry ON cashback.inquiry_moves USING btree (inquiry_id, at);

create table cashback.network_rows (
  network text not null,
  row_id text not null,
  order_key text not null,
  original boolean not null,
  status text not null,
  sale_minor bigint not null,
  commission_minor bigint not null,
  reason_code text,
  fetched_at timestamp with time zone not null,
  programme_id text,
  currency text,
  constraint network_rows_pkey PRIMARY KEY (network, row_id),
  constraint network_rows_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text])))
);
CREATE INDEX network_rows_of_order ON cashback.network_rows USING btree (network, order_key);

create table cashback.order_assignments (
  order_id uuid not null,
  version integer not null,
  from_user uuid,
  to_user uuid not null,
  click_id text not null,
  by text not null,
  reason text not null,
  at timestamp with time zone not null,
  constraint order_assignments_pkey PRIMARY KEY (order_id, version),
  constraint order_assignments_order_id_fkey FOREIGN KEY (order_id) REFERENCES cashback.orders(order_id),
  constraint order_assignments_by_check CHECK (((length(by) >= 1) AND (length(by) <= 100)))
);

create table cashback.order_events (
  order_id uuid not null,
  sequence integer not null,
  kind text not null,
  from_state text,
  to_state text not null,
  back_minor bigint not null,
  sale_minor bigint not null,
  reason_code text,
  data jsonb not null default '{}'::jsonb,
  at timestamp with time zone not null,
  constraint order_events_pkey PRIMARY KEY (order_id, sequence),
  constraint order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES cashback.orders(order_id),
  constraint order_events_kind_check CHECK ((kind = ANY (ARRAY['tracked'::text, 'adjusted'::text, 'confirmed'::text, 'declined'::text, 'reversed'::text, 'reopened'::text, 'paid'::text, 'unpaid'::text, 'parked'::text, 'claimed'::text])))
);
CREATE INDEX order_events_decided ON cashback.order_events USING btree (at) WHERE (kind = ANY (ARRAY['confirmed'::text, 'declined'::text, 'reversed'::text]));

create table cashback.orders (
  order_id uuid not null,
  network text not null,
  order_key text not null,
  order_reference text,
  click_id text,
  user_id uuid,
  internal_name text,
  merchant_name text,
  state text not null,
  reason_code text,
  sale_minor bigint not null,
  commission_minor bigint not null,
  back_minor bigint not null,
  posted_pending bigint not null default 0,
  posted_confirmed bigint not null default 0,
  posted_commission bigint not null default 0,
  version integer not null default 0,
  ordered_at timestamp with time zone not null,
  clicked_at timestamp with time zone,
  reported_at timestamp with time zone not null,
  expected_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  paid_minor bigint not null default 0,
  paid_at timestamp with time zone,
  review_since timestamp with time zone,
  review_decision text,
  review_by text,
  review_at timestamp with time zone,
  remitted_minor bigint not null default 0,
  constraint orders_pkey PRIMARY KEY (order_id),
  constraint orders_unique UNIQUE (network, order_key),
  constraint orders_click_id_fkey FOREIGN KEY (click_id) REFERENCES cashback.clicks(click_id),
  constraint orders_check CHECK (((state = 'parked'::text) = (user_id IS NULL))),
  constraint orders_review_check CHECK ((((review_decision IS NULL) = (review_by IS NULL)) AND ((review_decision IS NULL) = (review_at IS NULL)))),
  constraint orders_review_decision_check CHECK ((review_decision = ANY (ARRAY['promise'::text, 'share'::text, 'nothing'::text]))),
  constraint orders_state_check CHECK ((state = ANY (ARRAY['parked'::text, 'pending'::text, 'confirmed'::text, 'declined'::text, 'reversed'::text])))
);
CREATE INDEX orders_by_key ON cashback.orders USING btree (order_key);
CREATE INDEX orders_by_reference ON cashback.orders USING btree (order_reference) WHERE (order_reference IS NOT NULL);
CREATE INDEX orders_by_report ON cashback.orders USING btree (reported_at DESC, order_id DESC);
CREATE INDEX orders_by_sale ON cashback.orders USING btree (sale_minor, reported_at DESC);
CREATE INDEX orders_by_state ON cashback.orders USING btree (state, reported_at DESC, order_id DESC);
CREATE INDEX orders_in_review ON cashback.orders USING btree (review_since) WHERE ((review_since IS NOT NULL) AND (review_decision IS NULL));
CREATE INDEX orders_of_click ON cashback.orders USING btree (click_id) WHERE (click_id IS NOT NULL);
CREATE INDEX orders_of_user ON cashback.orders USING btree (user_id, ordered_at DESC, order_id DESC);
CREATE INDEX orders_open ON cashback.orders USING btree (network, expected_at) WHERE (state = 'pending'::text);
CREATE INDEX orders_owed ON cashback.orders USING btree (network, confirmed_at) WHERE (posted_commission <> remitted_minor);
CREATE INDEX orders_paid ON cashback.orders USING btree (user_id) WHERE (paid_minor > 0);
CREATE INDEX orders_parked ON cashback.orders USING btree (network, reported_at) WHERE (state = 'parked'::text);
CREATE INDEX orders_unpaid ON cashback.orders USING btree (user_id, confirmed_at) WHERE (state = 'confirmed'::text);

create table cashback.visits (
  visit_id bigint not null generated always as identity,
  user_id uuid not null,
  offer_id text not null,
  item jsonb,
  at timestamp with time zone not null,
  constraint visits_pkey PRIMARY KEY (visit_id)
);
CREATE INDEX visits_of_user ON cashback.visits USING btree (user_id, at DESC);
