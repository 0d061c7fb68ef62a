create schema payouts;

create table payouts.withdrawals (
  withdrawal_id uuid primary key,
  user_id uuid not null,
  -- Made by the form, so that a doubled click asks for one withdrawal.
  request_key text not null,
  number int not null,
  method text not null check (method in ('paypal', 'venmo', 'gift_card')),
  amount_minor bigint not null check (amount_minor > 0),
  -- Address, phone number or product of the provider.
  destination text not null,
  label text not null,
  state text not null check (state in ('requested', 'submitted', 'unclaimed', 'fulfilled', 'failed', 'returned')),
  hold_id uuid not null,
  provider_reference text,
  provider_item text,
  reason_code text,
  link_sealed bytea,
  requested_at timestamptz not null,
  submitted_at timestamptz,
  settled_at timestamptz,
  arrives_by timestamptz not null,
  constraint withdrawals_request unique (user_id, request_key),
  constraint withdrawals_number unique (user_id, number)
);
create index withdrawals_of_user on payouts.withdrawals (user_id, requested_at desc);
create index withdrawals_open on payouts.withdrawals (requested_at) where state in ('requested', 'submitted', 'unclaimed');

create table payouts.withdrawal_events (
  withdrawal_id uuid not null references payouts.withdrawals (withdrawal_id),
  sequence int not null,
  from_state text,
  to_state text not null,
  reason_code text,
  at timestamptz not null,
  primary key (withdrawal_id, sequence)
);

create table payouts.gift_cards (
  product_id text primary key,
  name text not null,
  minimum_minor bigint not null,
  maximum_minor bigint not null,
  disclosure text not null default '',
  offered boolean not null default true,
  updated_at timestamptz not null
);
