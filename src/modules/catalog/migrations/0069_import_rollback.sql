-- How rows of programmes and coupons stood before a run wrote them, so that it can be taken back; null: there was none.
create table catalog.import_before (
  run_id uuid not null references catalog.import_runs on delete cascade,
  kind text not null check (kind in ('offers', 'programmes', 'merchants')),
  row_id uuid not null,
  before jsonb,
  primary key (run_id, kind, row_id)
);

alter table catalog.import_runs add column keeps_before boolean not null default false;
-- What the feed counted as its measure before the run.
alter table catalog.import_runs add column feed_before jsonb;
alter table catalog.import_runs drop constraint import_runs_state_check;
alter table catalog.import_runs add constraint import_runs_state_check
  check (state in ('running', 'complete', 'short', 'held', 'dropped', 'failed', 'abandoned', 'rolled_back'));

-- A feed that a person holds is not imported until a person lets it go on.
alter table catalog.feeds add column held_at timestamptz;
alter table catalog.feeds add column held_by text;
alter table catalog.feeds add constraint feeds_held_check check ((held_at is null) = (held_by is null));

create table catalog.feed_history (
  entry bigint generated always as identity primary key,
  feed_id integer not null references catalog.feeds,
  at timestamptz not null,
  by text not null,
  what text not null,
  reason text not null default ''
);
create index feed_history_by_feed on catalog.feed_history (feed_id, entry);
