-- What networks say that they owe and have been paid for us, where they document a call for it. An invoice moves no money:
-- the remittance that pays for it does, and names it.
create table treasury.invoices (
  network text not null check (network in ('impact', 'cj', 'awin')),
  invoice_id text not null,
  currency text not null,
  total_minor bigint not null,
  programmes jsonb not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  read_at timestamptz not null,
  reference text,
  primary key (network, invoice_id),
  foreign key (network, reference) references treasury.remittances
);
create index invoices_open on treasury.invoices (network, created_at) where reference is null;
alter table treasury.remittances add column invoices jsonb not null default '[]';
