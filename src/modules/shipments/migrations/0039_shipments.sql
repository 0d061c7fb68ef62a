create schema shipments;

-- One row for each parcel of a member. `number` is null while only the order is known.
create table shipments.parcels (
  parcel_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  number text,
  carrier text,
  -- Who else may have given out the number, with points.
  candidates jsonb not null default '[]',
  carrier_chosen boolean not null default false,
  name text not null default '',
  is_return boolean not null default false,
  store_name text not null default '',
  store_domain text,
  merchant_id text,
  order_number text,
  items text not null default '',
  paid_minor bigint,
  currency text,
  source text not null check (source in ('typed', 'mail')),
  ordered_on date,
  shipped_on date,
  -- The first day that was promised, and what the carrier expects now.
  expected_by date,
  estimate date,
  country text,
  zone text,
  state text not null check (state in ('waiting', 'label', 'moving', 'out_for_delivery', 'pickup', 'failed_attempt', 'exception', 'stalled', 'late', 'not_shipped', 'cancelled', 'delivered', 'received', 'returning', 'returned')),
  received_at timestamptz,
  removed_at timestamptz,
  -- The aggregator's own id of it, when it was asked, and how often in a row nothing new was heard.
  tracker_id text,
  asked_at timestamptz,
  refused text,
  silent_looks integer not null default 0,
  look_at timestamptz,
  clock_at timestamptz,
  sequence integer not null default 0,
  added_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index parcels_once on shipments.parcels (user_id, number) where number is not null;
create index parcels_of_user on shipments.parcels (user_id, added_at desc, parcel_id desc);
create index parcels_of_order on shipments.parcels (user_id, store_domain, order_number) where order_number is not null;
create index parcels_of_tracker on shipments.parcels (tracker_id) where tracker_id is not null;
create index parcels_to_look_at on shipments.parcels (look_at) where look_at is not null and removed_at is null;
create index parcels_by_clock on shipments.parcels (clock_at) where clock_at is not null and removed_at is null;
create index parcels_by_day on shipments.parcels (added_at desc, parcel_id desc);

-- What carriers said, added to and never changed.
create table shipments.scans (
  parcel_id uuid not null references shipments.parcels (parcel_id) on delete cascade,
  occurred_at timestamptz not null,
  status text not null check (status in ('label', 'moving', 'out_for_delivery', 'pickup', 'failed_attempt', 'exception', 'returning', 'delivered', 'cancelled')),
  detail text not null,
  message text not null,
  city text not null,
  region text not null,
  country text,
  heard_at timestamptz not null,
  primary key (parcel_id, occurred_at, status)
);

create table shipments.parcel_events (
  parcel_id uuid not null references shipments.parcels (parcel_id) on delete cascade,
  sequence integer not null,
  at timestamptz not null,
  from_state text,
  state text not null,
  by_whom text not null,
  primary key (parcel_id, sequence)
);
create index parcel_events_by_day on shipments.parcel_events (at, state);

create table shipments.cases (
  case_id uuid primary key,
  -- What people write to find it: without letters and figures that look alike.
  reference text not null unique check (reference ~ '^[2-9A-HJ-NP-Z]{8}$'),
  user_id uuid not null references identity.users (user_id),
  parcel_id uuid not null references shipments.parcels (parcel_id),
  kind text not null check (kind in ('late', 'stalled', 'damaged', 'not_received', 'not_shipped', 'wrong')),
  state text not null check (state in ('open', 'store_asked', 'carrier_filed', 'card_advised', 'reshipped', 'refunded', 'arrived', 'expired', 'withdrawn')),
  demand text not null check (demand in ('reship', 'refund')),
  paid_with text check (paid_with in ('credit', 'debit', 'other')),
  words text not null default '',
  by_rule boolean not null,
  look_until timestamptz,
  store_asked_at timestamptz,
  refunded_minor bigint,
  refunded_currency text,
  -- Letters that are due by themselves: when to look next.
  remind_at timestamptz,
  sequence integer not null,
  opened_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index cases_one_open on shipments.cases (parcel_id) where state in ('open', 'store_asked', 'carrier_filed', 'card_advised');
create index cases_of_user on shipments.cases (user_id, opened_at desc);
create index cases_by_day on shipments.cases (opened_at desc, case_id desc);
create index cases_to_remind on shipments.cases (remind_at) where remind_at is not null;

create table shipments.case_events (
  case_id uuid not null references shipments.cases (case_id) on delete cascade,
  sequence integer not null,
  at timestamptz not null,
  from_state text,
  state text not null,
  by_whom text not null,
  primary key (case_id, sequence)
);
create index case_events_by_day on shipments.case_events (at, state);
