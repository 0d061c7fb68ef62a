-- What operators say of stores goes before what networks and known-stores/ say. `decided` and `told` hold the merchant's columns
-- by name: what was said, and what stood there by the last import, which shows again when the decision is taken back.
create table catalog.store_decisions (
  merchant_id uuid not null references catalog.merchants,
  field text not null check (field in ('name', 'category', 'aliases', 'popularity', 'hidden')),
  decided jsonb not null,
  told jsonb not null,
  decided_by text not null,
  decided_at timestamptz not null,
  primary key (merchant_id, field)
);

-- Every word of an operator on a store, in the order in which it was said.
create table catalog.store_history (
  entry bigint generated always as identity primary key,
  merchant_id uuid not null references catalog.merchants,
  at timestamptz not null,
  by text not null,
  what text not null,
  reason text not null default ''
);
create index store_history_by_store on catalog.store_history (merchant_id, entry);
