-- Bookings of hotels and rental cars, told of by mails or typed, and what a provider of travel says of the same hotel now.
create table protection.trips (
  trip_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  request_key text not null,
  kind text not null check (kind in ('stay', 'car')),
  state text not null check (state in ('watching', 'drop_found', 're_checked', 'rebooked', 'canceled', 'deadline_passed', 'withdrawn')),
  source text not null check (source in ('mail', 'hand')),
  fact_id text,
  signed boolean not null,
  told_at timestamptz not null,
  name text not null,
  place text not null,
  city text not null,
  country text check (country ~ '^[A-Z]{2}$'),
  reservation_number text not null,
  begins text not null,
  ends text not null,
  what text not null,
  board text check (board in ('none', 'breakfast', 'half', 'full', 'all')),
  adults integer not null check (adults between 1 and 30),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total_minor bigint not null check (total_minor > 0),
  cancel_free_until text,
  match text not null check (match in ('off', 'due', 'found', 'no_country', 'no_city', 'no_hotel', 'no_unit', 'no_board')),
  hotel_id bigint,
  unit_ids bigint[] not null default '{}',
  first_minor bigint,
  first_read_at timestamptz,
  checked_minor bigint,
  checked_at timestamptz,
  last_minor bigint,
  last_read_at timestamptz,
  offer_url text,
  offer_until text,
  next_look_at timestamptz,
  drop_told_at timestamptz,
  new_reservation_number text,
  new_total_minor bigint check (new_total_minor > 0),
  sequence integer not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (user_id, request_key),
  check ((source = 'mail') = (fact_id is not null))
);
create index trips_of_user on protection.trips (user_id, kind, begins);
create index trips_by_day on protection.trips (created_at desc, trip_id desc);
create index trips_due on protection.trips (next_look_at) where next_look_at is not null;
create index trips_until on protection.trips (cancel_free_until) where cancel_free_until is not null and state <> 'withdrawn';

create table protection.trip_events (
  trip_id uuid not null references protection.trips (trip_id) on delete cascade,
  sequence integer not null,
  at timestamptz not null,
  from_state text,
  state text not null,
  minor bigint,
  by_whom text not null,
  primary key (trip_id, sequence)
);
create index trip_events_by_day on protection.trip_events (at, state);

-- Names of cities and hotels as the provider has them, read when a booking first needs them.
create table protection.travel_names (
  kind text not null check (kind in ('city', 'hotel')),
  within text not null,
  id bigint not null,
  name_key text not null,
  name text not null,
  primary key (kind, within, id, name_key)
);
create table protection.travel_lists (
  kind text not null,
  within text not null,
  read_at timestamptz not null,
  primary key (kind, within)
);
