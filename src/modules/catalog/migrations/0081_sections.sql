-- What operators say of the parts of the front page and of lists of stores: their order, those that are hidden, and stores that
-- stand first in a list whatever its rule says. Nothing here: everything stands as it is built.
create table catalog.section_orders (
  area text primary key check (area in ('home', 'stores')),
  sections text[] not null
);
create table catalog.section_hidden (
  section text primary key
);
create table catalog.section_pins (
  section text not null,
  merchant_id uuid not null references catalog.merchants,
  position integer not null check (position > 0),
  primary key (section, merchant_id)
);
create table catalog.section_history (
  entry bigint generated always as identity primary key,
  section text not null,
  at timestamptz not null,
  by text not null,
  what text not null,
  reason text not null default ''
);
create index section_history_by_section on catalog.section_history (section, entry);
