-- The schema `shipments` as it stands after all migrations. Written by `npm run tables`.

create table shipments.case_events (
  case_id uuid not null,
  sequence integer not null,
  at timestamp with time zone not null,
  from_state text,
  state text not null,
  by_whom text not null,
  constraint case_events_pkey PRIMARY KEY (case_id, sequence),
  constraint case_events_case_id_fkey FOREIGN KEY (case_id) REFERENCES shipments.cases(case_id) ON DELETE CASCADE
);
CREATE INDEX case_events_by_day ON shipments.case_events USING btree (at, state);

create table shipments.cases (
  case_id uuid not null,
  reference text not null,
  user_id uuid not null,
  parcel_id uuid not null,
  kind text not null,
  state text not null,
  demand text not null,
  paid_with text,
  words text not null default ''::text,
  by_rule boolean not null,
  look_until timestamp with time zone,
  store_asked_at timestamp with time zone,
  refunded_minor bigint,
  refunded_currency text,
  remind_at timestamp with time zone,
  sequence integer not null,
  opened_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint cases_pkey PRIMARY KEY (case_id),
  constraint cases_reference_key UNIQUE (reference),
  constraint cases_parcel_id_fkey FOREIGN KEY (parcel_id) REFERENCES shipments.parcels(parcel_id),
  constraint cases_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint cases_demand_check CHECK ((demand = ANY (ARRAY['reship'::text, 'refund'::text]))),
  constraint cases_kind_check CHECK ((kind = ANY (ARRAY['late'::text, 'stalled'::text, 'damaged'::text, 'not_received'::text, 'not_shipped'::text, 'wrong'::text]))),
  constraint cases_paid_with_check CHECK ((paid_with = ANY (ARRAY['credit'::text, 'debit'::text, 'other'::text]))),
  constraint cases_reference_check CHECK ((reference ~ '^[2-9A-HJ-NP-Z]{8}$'::text)),
  constraint cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'store_asked'::text, 'carrier_filed'::text, 'card_advised'::text, 'reshipped'::text, 'refunded'::text, 'arrived'::text, 'expired'::text, 'withdrawn'::text])))
);
CREATE INDEX cases_by_day ON shipments.cases USING btree (opened_at DESC, case_id DESC);
CREATE INDEX cases_of_user ON shipments.cases USING btree (user_id, opened_at DESC);
CREATE UNIQUE INDEX cases_one_open ON shipments.cases USING btree (parcel_id) WHERE (state = ANY (ARRAY['open'::text, 'store_asked'::text, 'carrier_filed'::text, 'card_advised'::text]));
CREATE INDEX cases_to_remind ON shipments.cases USING btree (remind_at) WHERE (remind_at IS NOT NULL);

create table shipments.parcel_events (
  parcel_id uuid not null,
  sequence integer not null,
  at timestamp with time zone not null,
  from_state text,
  state text not null,
  by_whom text not null,
  constraint parcel_events_pkey PRIMARY KEY (parcel_id, sequence),
  constraint parcel_events_parcel_id_fkey FOREIGN KEY (parcel_id) REFERENCES shipments.parcels(parcel_id) ON DELETE CASCADE
);
CREATE INDEX parcel_events_by_day ON shipments.parcel_events USING btree (at, state);

create table shipments.parcels (
  parcel_id uuid not null,
  user_id uuid not null,
  number text,
  carrier text,
  candidates jsonb not null default '[]'::jsonb,
  carrier_chosen boolean not null default false,
  name text not null default ''::text,
  is_return boolean not null default false,
  store_name text not null default ''::text,
  store_domain text,
  merchant_id text,
  order_number text,
  items text not null default ''::text,
  paid_minor bigint,
  currency text,
  source text not null,
  ordered_on date,
  shipped_on date,
  expected_by date,
  estimate date,
  country text,
  zone text,
  state text not null,
  received_at timestamp with time zone,
  removed_at timestamp with time zone,
  tracker_id text,
  asked_at timestamp with time zone,
  refused text,
  silent_looks integer not null default 0,
  look_at timestamp with time zone,
  clock_at timestamp with time zone,
  sequence integer not null default 0,
  added_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint parcels_pkey PRIMARY KEY (parcel_id),
  constraint parcels_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint parcels_source_check CHECK ((source = ANY (ARRAY['typed'::text, 'mail'::text]))),
  constraint parcels_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'label'::text, 'moving'::text, 'out_for_delivery'::text, 'pickup'::text, 'failed_attempt'::text, 'exception'::text, 'stalled'::text, 'late'::text, 'not_shipped'::text, 'cancelled'::text, 'delivered'::text, 'received'::text, 'returning'::text, 'returned'::text])))
);
CREATE INDEX parcels_by_clock ON shipments.parcels USING btree (clock_at) WHERE ((clock_at IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX parcels_by_day ON shipments.parcels USING btree (added_at DESC, parcel_id DESC);
CREATE INDEX parcels_by_number ON shipments.parcels USING btree (number) WHERE (number IS NOT NULL);
CREATE INDEX parcels_of_order ON shipments.parcels USING btree (user_id, store_domain, order_number) WHERE (order_number IS NOT NULL);
CREATE INDEX parcels_of_tracker ON shipments.parcels USING btree (tracker_id) WHERE (tracker_id IS NOT NULL);
CREATE INDEX parcels_of_user ON shipments.parcels USING btree (user_id, added_at DESC, parcel_id DESC);
CREATE UNIQUE INDEX parcels_once ON shipments.parcels USING btree (user_id, number) WHERE (number IS NOT NULL);
CREATE INDEX parcels_to_look_at ON shipments.parcels USING btree (look_at) WHERE ((look_at IS NOT NULL) AND (removed_at IS NULL));

create table shipments.scans (
  parcel_id uuid not null,
  occurred_at timestamp with time zone not null,
  status text not null,
  detail text not null,
  message text not null,
  city text not null,
  region text not null,
  country text,
  heard_at timestamp with time zone not null,
  constraint scans_pkey PRIMARY KEY (parcel_id, occurred_at, status),
  constraint scans_parcel_id_fkey FOREIGN KEY (parcel_id) REFERENCES shipments.parcels(parcel_id) ON DELETE CASCADE,
  constraint scans_status_check CHECK ((status = ANY (ARRAY['label'::text, 'moving'::text, 'out_for_delivery'::text, 'pickup'::text, 'failed_attempt'::text, 'exception'::text, 'returning'::text, 'delivered'::text, 'cancelled'::text])))
);
