-- Two stores that an operator made one, and what went over by that, so that it can go back.
create table catalog.store_merges (
  merge_id bigint generated always as identity primary key,
  merged uuid not null references catalog.merchants,
  kept uuid not null references catalog.merchants,
  at timestamptz not null,
  by text not null,
  programmes uuid[] not null,
  kept_programmes uuid[] not null,
  former_names text[] not null,
  followers uuid[] not null,
  feed_id integer,
  -- Its store was merged itself since: what went over to where cannot be told apart any more.
  sealed_at timestamptz,
  undone_at timestamptz,
  undone_by text,
  check ((undone_at is null) = (undone_by is null)),
  check (merged <> kept)
);
create unique index store_merges_open on catalog.store_merges (merged) where undone_at is null;
create index store_merges_by_kept on catalog.store_merges (kept) where undone_at is null;

-- Stores from which a favourite came over; `chosen`: the member chose this one, too.
alter table catalog.favourites add column came_from uuid[] not null default '{}';
alter table catalog.favourites add column chosen boolean not null default true;
