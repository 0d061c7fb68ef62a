-- What a member said to an extra that was offered: once for each main membership on our own pages, once for each signed
-- hand-over on a page for another page or domain.
create table landing.upsells (
  upsell_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  -- The main membership beside which it was offered.
  beside uuid not null,
  upsell text not null check (upsell in ('plus', 'shipright')),
  -- Of the hand-over that led here; null on our own pages.
  state_hash bytea unique check (length(state_hash) = 32),
  state text not null check (state in ('asked', 'accepted', 'declined', 'refused')),
  -- The membership that was bought or changed, and what was charged for it at once; null where nothing was.
  membership_id uuid,
  charge_id uuid,
  -- Told once after success, only where that was allowed when yes was pressed.
  callback_url text check (length(callback_url) <= 500),
  called_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (state <> 'accepted' or membership_id is not null)
);
create unique index upsells_own on landing.upsells (beside, upsell) where state_hash is null;
create index upsells_of_user on landing.upsells (user_id, updated_at desc);
create index upsells_waiting on landing.upsells (updated_at) where state = 'asked';

create table landing.upsell_events (
  upsell_id uuid not null references landing.upsells (upsell_id) on delete cascade,
  sequence integer not null,
  from_state text,
  to_state text not null,
  at timestamptz not null,
  primary key (upsell_id, sequence)
);
