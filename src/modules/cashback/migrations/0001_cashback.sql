create schema cashback;

-- A click is durable before the redirect is answered. Its id is the sub-id that the network carries: it cannot be guessed.
create table cashback.clicks (
  click_id text primary key check (length(click_id) = 24),
  user_id uuid not null,
  network text not null check (network in ('impact', 'cj', 'awin')),
  network_programme_id text not null,
  merchant_id uuid not null,
  internal_name text not null,
  merchant_name text not null,
  offer_id text,
  listing_id text,
  -- What was promised at this moment: it holds for the order, whatever the programme says later.
  rate jsonb not null,
  share_bps int not null check (share_bps between 0 and 10000),
  cash_back_allowed boolean not null,
  locking_days int not null,
  at timestamptz not null
);
create index clicks_of_user on cashback.clicks (user_id, at desc);

-- SPEC §7 POST /api/user/offer/visit/{offer_id}: what somebody set out to do. Says nothing about money.
create table cashback.visits (
  visit_id bigint generated always as identity primary key,
  user_id uuid not null,
  offer_id text not null,
  item jsonb,
  at timestamptz not null
);
create index visits_of_user on cashback.visits (user_id, at desc);

-- Everything that networks told, as they told it. One row for each different content of each of their rows.
create table cashback.inbox (
  inbox_id uuid primary key,
  network text not null check (network in ('impact', 'cj', 'awin')),
  source text not null check (source in ('postback', 'report')),
  row_key text not null,
  content_hash bytea not null,
  payload jsonb not null,
  fetched_at timestamptz not null,
  received_at timestamptz not null,
  state text not null default 'new' check (state in ('new', 'applied', 'parked', 'refused')),
  reason text,
  settled_at timestamptz,
  constraint inbox_unique unique (network, source, row_key, content_hash)
);
create index inbox_new on cashback.inbox (received_at) where state = 'new';
create index inbox_parked on cashback.inbox (network, received_at) where state = 'parked';

-- The newest state of each row of a network. CJ adds rows, Impact and Awin change theirs; both end here.
create table cashback.network_rows (
  network text not null,
  row_id text not null,
  order_key text not null,
  original boolean not null,
  status text not null check (status in ('pending', 'approved', 'declined')),
  sale_minor bigint not null,
  commission_minor bigint not null,
  reason_code text,
  fetched_at timestamptz not null,
  primary key (network, row_id)
);
create index network_rows_of_order on cashback.network_rows (network, order_key);

create table cashback.orders (
  order_id uuid primary key,
  network text not null,
  order_key text not null,
  order_reference text,
  click_id text references cashback.clicks (click_id),
  user_id uuid,
  internal_name text,
  merchant_name text,
  state text not null check (state in ('parked', 'pending', 'confirmed', 'declined', 'reversed')),
  reason_code text,
  sale_minor bigint not null,
  commission_minor bigint not null,
  back_minor bigint not null,
  -- What the ledger holds for this order: the difference to what it should hold is what is posted next.
  posted_pending bigint not null default 0,
  posted_confirmed bigint not null default 0,
  posted_commission bigint not null default 0,
  version int not null default 0,
  ordered_at timestamptz not null,
  clicked_at timestamptz,
  reported_at timestamptz not null,
  expected_at timestamptz not null,
  confirmed_at timestamptz,
  paid_minor bigint not null default 0,
  paid_at timestamptz,
  constraint orders_unique unique (network, order_key),
  check ((state = 'parked') = (user_id is null))
);
create index orders_of_user on cashback.orders (user_id, ordered_at desc, order_id desc);
create index orders_open on cashback.orders (network, expected_at) where state = 'pending';
create index orders_unpaid on cashback.orders (user_id, confirmed_at) where state = 'confirmed';

-- The timeline of an order. One row for each transition and each change of amount.
create table cashback.order_events (
  order_id uuid not null references cashback.orders (order_id),
  sequence int not null,
  kind text not null check (kind in ('tracked', 'adjusted', 'confirmed', 'declined', 'reversed', 'reopened', 'paid', 'parked', 'claimed')),
  from_state text,
  to_state text not null,
  back_minor bigint not null,
  sale_minor bigint not null,
  reason_code text,
  data jsonb not null default '{}',
  at timestamptz not null,
  primary key (order_id, sequence)
);

create table cashback.cursors (
  name text primary key,
  at timestamptz not null
);
