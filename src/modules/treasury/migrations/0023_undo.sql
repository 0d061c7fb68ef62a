-- What a person told wrong is taken back whole by a booking against it, and may then be told again under the same reference.
-- Nothing is erased: `telling` counts, and one of them stands at most.
alter table treasury.differences drop constraint differences_network_reference_fkey;
alter table treasury.invoices drop constraint invoices_network_reference_fkey;
alter table treasury.remittances
  add column telling smallint not null default 1,
  add column undone_at timestamptz,
  add column undone_by text,
  add column undone_reason text,
  drop constraint remittances_pkey,
  add primary key (network, reference, telling),
  add check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undone_reason is null));
create unique index remittances_standing on treasury.remittances (network, reference) where undone_at is null;
alter table treasury.differences
  add column telling smallint not null default 1,
  add foreign key (network, reference, telling) references treasury.remittances,
  drop constraint differences_settled_as_check,
  add check (settled_as in ('fee', 'currency', 'write_off', 'commission', 'orders', 'undone'));
create index differences_by_remittance on treasury.differences (network, reference, telling);
alter table treasury.invoices add column telling smallint;
update treasury.invoices set telling = 1 where reference is not null;
alter table treasury.invoices
  add foreign key (network, reference, telling) references treasury.remittances,
  add check ((reference is null) = (telling is null));
alter table treasury.entries
  add column telling smallint not null default 1,
  add column undone_at timestamptz,
  add column undone_by text,
  add column undone_reason text,
  drop constraint entries_pkey,
  add primary key (provider, kind, reference, telling),
  add check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undone_reason is null));
create unique index entries_standing on treasury.entries (provider, kind, reference) where undone_at is null;
