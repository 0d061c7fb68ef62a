-- The schema `protection` as it stands after all migrations. Written by `npm run tables`.

create table protection.claimed_purchases (
  print text not null,
  watch_id uuid not null,
  at timestamp with time zone not null,
  constraint claimed_purchases_pkey PRIMARY KEY (print)
);

create table protection.members (
  user_id uuid not null,
  claims_by_itself boolean not null,
  constraint members_pkey PRIMARY KEY (user_id),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id)
);

create table protection.price_events (
  watch_id uuid not null,
  sequence integer not null,
  at timestamp with time zone not null,
  from_state text,
  state text not null,
  minor bigint,
  by_whom text not null,
  why text not null default ''::text,
  constraint price_events_pkey PRIMARY KEY (watch_id, sequence),
  constraint price_events_watch_id_fkey FOREIGN KEY (watch_id) REFERENCES protection.price_watches(watch_id) ON DELETE CASCADE
);
CREATE INDEX price_events_by_day ON protection.price_events USING btree (at, state);

create table protection.price_refunds (
  fact_id text not null,
  watch_id uuid not null,
  minor bigint not null,
  at timestamp with time zone not null,
  constraint price_refunds_pkey PRIMARY KEY (fact_id, watch_id),
  constraint price_refunds_watch_id_fkey FOREIGN KEY (watch_id) REFERENCES protection.price_watches(watch_id) ON DELETE CASCADE,
  constraint price_refunds_minor_check CHECK ((minor > 0))
);

create table protection.price_watches (
  watch_id uuid not null,
  user_id uuid not null,
  request_key text not null,
  state text not null,
  source text not null,
  signed boolean not null,
  mail_id text,
  order_number text,
  listing_id uuid,
  internal_name text not null,
  store text not null,
  domain text not null,
  item text not null,
  condition text not null,
  pieces integer not null,
  paid_minor bigint not null,
  bought_on date not null,
  store_until date,
  house_until date not null,
  zone text not null,
  receipt_ids uuid[] not null default '{}'::uuid[],
  last_minor bigint,
  last_read_at timestamp with time zone,
  first_minor bigint,
  first_read_at timestamp with time zone,
  checked_minor bigint,
  checked_at timestamp with time zone,
  next_look_at timestamp with time zone,
  told_at timestamp with time zone,
  asked_at timestamp with time zone,
  store_minor bigint not null default 0,
  claiming_at timestamp with time zone,
  claim_drop jsonb,
  claim_id uuid,
  claim_state text,
  claim_minor bigint not null default 0,
  sequence integer not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint price_watches_pkey PRIMARY KEY (watch_id),
  constraint price_watches_user_id_request_key_key UNIQUE (user_id, request_key),
  constraint price_watches_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint price_watches_check CHECK ((signed OR (order_number IS NULL) OR (source = 'mail'::text))),
  constraint price_watches_claim_minor_check CHECK ((claim_minor >= 0)),
  constraint price_watches_paid_minor_check CHECK ((paid_minor > 0)),
  constraint price_watches_pieces_check CHECK (((pieces >= 1) AND (pieces <= 20))),
  constraint price_watches_source_check CHECK ((source = ANY (ARRAY['mail'::text, 'hand'::text]))),
  constraint price_watches_state_check CHECK ((state = ANY (ARRAY['watching'::text, 'drop_found'::text, 're_checked'::text, 'asked_store'::text, 'refunded'::text, 'refused'::text, 'window_closed'::text, 'withdrawn'::text]))),
  constraint price_watches_store_minor_check CHECK ((store_minor >= 0))
);
CREATE INDEX price_watches_by_day ON protection.price_watches USING btree (created_at DESC, watch_id DESC);
CREATE INDEX price_watches_due ON protection.price_watches USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX price_watches_of_claim ON protection.price_watches USING btree (claim_id) WHERE (claim_id IS NOT NULL);
CREATE INDEX price_watches_of_user ON protection.price_watches USING btree (user_id, created_at DESC);

create table protection.travel_lists (
  kind text not null,
  within text not null,
  read_at timestamp with time zone not null,
  constraint travel_lists_pkey PRIMARY KEY (kind, within)
);

create table protection.travel_names (
  kind text not null,
  within text not null,
  id bigint not null,
  name_key text not null,
  name text not null,
  constraint travel_names_pkey PRIMARY KEY (kind, within, id, name_key),
  constraint travel_names_kind_check CHECK ((kind = ANY (ARRAY['city'::text, 'hotel'::text])))
);

create table protection.trip_events (
  trip_id uuid not null,
  sequence integer not null,
  at timestamp with time zone not null,
  from_state text,
  state text not null,
  minor bigint,
  by_whom text not null,
  constraint trip_events_pkey PRIMARY KEY (trip_id, sequence),
  constraint trip_events_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES protection.trips(trip_id) ON DELETE CASCADE
);
CREATE INDEX trip_events_by_day ON protection.trip_events USING btree (at, state);

create table protection.trips (
  trip_id uuid not null,
  user_id uuid not null,
  request_key text not null,
  kind text not null,
  state text not null,
  source text not null,
  fact_id text,
  signed boolean not null,
  told_at timestamp with time zone not null,
  name text not null,
  place text not null,
  city text not null,
  country text,
  reservation_number text not null,
  begins text not null,
  ends text not null,
  what text not null,
  board text,
  adults integer not null,
  currency text not null,
  total_minor bigint not null,
  cancel_free_until text,
  match text not null,
  hotel_id bigint,
  unit_ids bigint[] not null default '{}'::bigint[],
  first_minor bigint,
  first_read_at timestamp with time zone,
  checked_minor bigint,
  checked_at timestamp with time zone,
  last_minor bigint,
  last_read_at timestamp with time zone,
  offer_url text,
  offer_until text,
  next_look_at timestamp with time zone,
  drop_told_at timestamp with time zone,
  new_reservation_number text,
  new_total_minor bigint,
  sequence integer not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  pick_up_code text,
  drop_off_code text,
  drop_off_place text not null default ''::text,
  driver_age integer,
  offer_of jsonb,
  constraint trips_pkey PRIMARY KEY (trip_id),
  constraint trips_user_id_request_key_key UNIQUE (user_id, request_key),
  constraint trips_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint trips_adults_check CHECK (((adults >= 1) AND (adults <= 30))),
  constraint trips_board_check CHECK ((board = ANY (ARRAY['none'::text, 'breakfast'::text, 'half'::text, 'full'::text, 'all'::text]))),
  constraint trips_check CHECK (((source = 'mail'::text) = (fact_id IS NOT NULL))),
  constraint trips_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint trips_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint trips_driver_age_check CHECK (((driver_age >= 18) AND (driver_age <= 99))),
  constraint trips_drop_off_code_check CHECK ((drop_off_code ~ '^[A-Z]{3}$'::text)),
  constraint trips_kind_check CHECK ((kind = ANY (ARRAY['stay'::text, 'car'::text]))),
  constraint trips_match_check CHECK ((match = ANY (ARRAY['off'::text, 'due'::text, 'found'::text, 'no_country'::text, 'no_city'::text, 'no_hotel'::text, 'no_unit'::text, 'no_board'::text, 'no_place'::text, 'place_unclear'::text, 'no_class'::text, 'no_company'::text, 'no_currency'::text, 'no_times'::text]))),
  constraint trips_new_total_minor_check CHECK ((new_total_minor > 0)),
  constraint trips_pick_up_code_check CHECK ((pick_up_code ~ '^[A-Z]{3}$'::text)),
  constraint trips_source_check CHECK ((source = ANY (ARRAY['mail'::text, 'hand'::text]))),
  constraint trips_state_check CHECK ((state = ANY (ARRAY['watching'::text, 'drop_found'::text, 're_checked'::text, 'rebooked'::text, 'canceled'::text, 'deadline_passed'::text, 'withdrawn'::text]))),
  constraint trips_total_minor_check CHECK ((total_minor > 0))
);
CREATE INDEX trips_by_day ON protection.trips USING btree (created_at DESC, trip_id DESC);
CREATE INDEX trips_due ON protection.trips USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX trips_of_user ON protection.trips USING btree (user_id, kind, begins);
CREATE INDEX trips_until ON protection.trips USING btree (cancel_free_until) WHERE ((cancel_free_until IS NOT NULL) AND (state <> 'withdrawn'::text));
