create schema protection;

-- What a member bought and what it is watched for. Sums are for one piece, in cents; `listing_id` is null where our catalogue does not
-- have it, so that nothing can be read.
create table protection.price_watches (
  watch_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  request_key text not null,
  state text not null check (state in ('watching', 'drop_found', 're_checked', 'asked_store', 'refunded', 'refused', 'window_closed', 'withdrawn')),
  source text not null check (source in ('mail', 'hand')),
  -- Whether a mail that the store signed says what was paid.
  signed boolean not null,
  mail_id text,
  order_number text,
  listing_id uuid,
  internal_name text not null,
  store text not null,
  domain text not null,
  item text not null,
  condition text not null,
  pieces integer not null check (pieces between 1 and 20),
  paid_minor bigint not null check (paid_minor > 0),
  bought_on date not null,
  -- Last days of the store's own promise and of ours, both in this zone.
  store_until date,
  house_until date not null,
  zone text not null,
  receipt_ids uuid[] not null default '{}',
  last_minor bigint,
  last_read_at timestamptz,
  -- The lower price that was read twice, and when.
  first_minor bigint,
  first_read_at timestamptz,
  checked_minor bigint,
  checked_at timestamptz,
  next_look_at timestamptz,
  told_at timestamptz,
  asked_at timestamptz,
  store_minor bigint not null default 0 check (store_minor >= 0),
  -- What is claimed of us: kept before it is sent, so that a second press sends the same.
  claiming_at timestamptz,
  claim_drop jsonb,
  claim_id uuid,
  claim_state text,
  claim_minor bigint not null default 0 check (claim_minor >= 0),
  sequence integer not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (user_id, request_key),
  check (signed or order_number is null or source = 'mail')
);
create index price_watches_of_user on protection.price_watches (user_id, created_at desc);
create index price_watches_due on protection.price_watches (next_look_at) where next_look_at is not null;
create index price_watches_of_claim on protection.price_watches (claim_id) where claim_id is not null;
create index price_watches_by_day on protection.price_watches (created_at desc, watch_id desc);

create table protection.price_events (
  watch_id uuid not null references protection.price_watches (watch_id) on delete cascade,
  sequence integer not null,
  at timestamptz not null,
  from_state text,
  state text not null,
  minor bigint,
  by_whom text not null,
  why text not null default '',
  primary key (watch_id, sequence)
);
create index price_events_by_day on protection.price_events (at, state);

-- An order of a store pays once for one thing, whoever shows its mail and whatever became of their account: only a print of it is kept.
create table protection.claimed_purchases (
  print text primary key,
  watch_id uuid not null,
  at timestamptz not null
);

create table protection.price_refunds (
  fact_id text not null,
  watch_id uuid not null references protection.price_watches (watch_id) on delete cascade,
  minor bigint not null check (minor > 0),
  at timestamptz not null,
  primary key (fact_id, watch_id)
);

create table protection.members (
  user_id uuid primary key references identity.users (user_id),
  claims_by_itself boolean not null
);
