-- Purchases that a network was asked about by its own interface: one question an order, whoever asks.
create table cashback.inquiries (
  inquiry_id uuid primary key,
  user_id uuid not null,
  click_id text not null,
  network text not null check (network in ('impact', 'cj', 'awin')),
  network_programme_id text not null,
  internal_name text not null,
  merchant_name text not null,
  order_number text not null,
  -- As the network is told it.
  ordered_at timestamptz not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'waiting'
    check (state in ('waiting', 'filed', 'incomplete', 'approved', 'declined', 'failed', 'arrived', 'withdrawn')),
  state_at timestamptz not null,
  -- Why it is declined or failed, by our own codes.
  reason text,
  -- What the network's interface said when it did not take it.
  fault text,
  -- Its number at the network.
  network_inquiry_id text,
  -- The order at the network that an approved one became, by the network's key.
  network_order_key text,
  order_id uuid,
  tries integer not null default 0,
  looks integer not null default 0,
  tried_at timestamptz,
  filed_at timestamptz,
  look_at timestamptz,
  made_at timestamptz not null
);
create unique index inquiries_once on cashback.inquiries (network, network_programme_id, upper(order_number)) where state <> 'withdrawn';
create index inquiries_due on cashback.inquiries (look_at) where look_at is not null;
create index inquiries_of_user on cashback.inquiries (user_id, made_at desc);

create table cashback.inquiry_moves (
  move_id uuid primary key,
  inquiry_id uuid not null references cashback.inquiries (inquiry_id) on delete cascade,
  from_state text not null,
  to_state text not null,
  reason text,
  by text not null check (length(by) between 1 and 100),
  at timestamptz not null
);
create index inquiry_moves_of_inquiry on cashback.inquiry_moves (inquiry_id, at);
