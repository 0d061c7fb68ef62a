-- Products that an operator made one. What is merged keeps its address, its keys and no listing; imports place what they bring at the
-- other. What went over is noted, so that the two can be parted again.
alter table catalog.products add column merged_into uuid references catalog.products;
create index products_merged on catalog.products (merged_into) where merged_into is not null;

create table catalog.product_merges (
  merge_id bigint generated always as identity primary key,
  merged uuid not null references catalog.products,
  kept uuid not null references catalog.products check (kept <> merged),
  at timestamptz not null,
  by text not null,
  reason text not null,
  -- Those of the merged one, and those that the other had before.
  listings uuid[] not null,
  kept_listings uuid[] not null,
  followers uuid[] not null,
  -- The kept one was merged itself: nobody can tell any more what belonged to which.
  sealed_at timestamptz,
  undone_at timestamptz,
  undone_by text,
  undone_why text,
  check ((undone_at is null) = (undone_by is null))
);
create unique index product_merges_open on catalog.product_merges (merged) where undone_at is null;
create index product_merges_by_kept on catalog.product_merges (kept) where undone_at is null;
create index product_merges_by_age on catalog.product_merges (at desc, merge_id desc);

-- As favourites are: from which product an alert came over, and whether its member asked for this one too.
alter table catalog.price_alerts add column came_from uuid[] not null default '{}';
alter table catalog.price_alerts add column chosen boolean not null default true;
