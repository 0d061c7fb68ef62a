-- What this project itself knows of stores (known-stores/): networks tell programmes, not how well known a store is, what else
-- people call it, or that two programmes with different addresses are of one store.
alter table catalog.merchants add column description_es text not null default '';
-- Folded, as `folded` is: what people also type for this store.
alter table catalog.merchants add column aliases text[] not null default '{}';
alter table catalog.merchants add column start_popularity integer not null default 0 check (start_popularity between 0 and 1000);
alter table catalog.merchants add column status text not null default 'open' check (status in ('open', 'online', 'reduced', 'uncertain', 'closed'));
alter table catalog.merchants add column hidden boolean not null default false;
-- The store that this row turned out to be: its programmes, coupons and favourites are there.
alter table catalog.merchants add column merged_into uuid references catalog.merchants (merchant_id);
create index merchants_merged on catalog.merchants (merged_into) where merged_into is not null;

-- Names that stood in addresses and lead to another now. A store that bears the name goes first.
create table catalog.former_names (
  former_name text primary key check (former_name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  merchant_id uuid not null references catalog.merchants (merchant_id)
);

-- Which edition of our own knowledge stands in the tables.
create table catalog.applied_data (
  data_name text primary key,
  sum text not null,
  applied_at timestamptz not null
);
