-- A feed that lost much is held for a person: what it holds was taken, what it lacks waits here to be retired or kept.
alter table catalog.import_runs drop constraint import_runs_state_check;
alter table catalog.import_runs add constraint import_runs_state_check
  check (state in ('running', 'complete', 'short', 'held', 'dropped', 'failed', 'abandoned'));
alter table catalog.import_runs add column decided_by text;
-- Nothing ended the last row of what was read.
alter table catalog.import_runs add column ends_bare boolean not null default false;

create table catalog.import_held (
  run_id uuid not null references catalog.import_runs (run_id) on delete cascade,
  listing_id uuid not null,
  primary key (run_id, listing_id)
);

-- Whether the feed's last complete file ended without a line end: only then is one without it no sign of a cut.
alter table catalog.feeds add column ends_bare boolean not null default false;

-- The run that brought a listing: what a wrong file brought goes when a person drops it.
alter table catalog.listings add column added_run integer not null default 0;
