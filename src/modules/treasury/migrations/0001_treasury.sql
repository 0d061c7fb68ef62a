create schema treasury;

-- What networks paid us, as our bank's statement and the network's own paper say. `reference` is the network's own id of it.
create table treasury.remittances (
  network text not null check (network in ('impact', 'cj', 'awin')),
  reference text not null check (length(reference) between 1 and 100),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  received_minor bigint not null check (received_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  stated_minor bigint not null,
  matched_minor bigint not null,
  programmes jsonb not null,
  paid_on date not null,
  by text not null,
  booked_at timestamptz not null,
  primary key (network, reference)
);

-- Parts of a remittance that need a word: less or more than was stated, or paid for orders that we do not know. Each is a
-- part of the balance of `remittance_difference` until a person says what it is.
create table treasury.differences (
  difference_id uuid primary key,
  network text not null,
  reference text not null,
  kind text not null check (kind in ('short', 'over', 'currency', 'unmatched')),
  programme_id text,
  amount_minor bigint not null check (amount_minor <> 0),
  opened_at timestamptz not null,
  settled_at timestamptz,
  settled_as text check (settled_as in ('fee', 'currency', 'write_off', 'commission', 'orders')),
  settled_by text,
  reason text,
  foreign key (network, reference) references treasury.remittances,
  check ((settled_at is null) = (settled_as is null) and (settled_at is null) = (settled_by is null))
);
create index differences_open on treasury.differences (opened_at) where settled_at is null;

-- What a person tells of money between our bank and a provider, or of a provider's own fees and corrections.
create table treasury.entries (
  provider text not null check (provider in ('paypal', 'tremendous', 'stripe')),
  kind text not null check (kind in ('deposit', 'withdrawal', 'arrival', 'fee', 'correction')),
  reference text not null check (length(reference) between 1 and 100),
  amount_minor bigint not null check (amount_minor <> 0),
  happened_on date not null,
  reason text,
  by text not null,
  booked_at timestamptz not null,
  primary key (provider, kind, reference)
);
create index entries_by_time on treasury.entries (booked_at);
