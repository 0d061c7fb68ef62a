-- What counts of a programme's commission for members: all of it, unless an operator says otherwise for a time. Kept by what stands
-- in own_rates whenever the catalogue is brought up to date; every rate that is shown or promised is reckoned from it.
alter table catalog.programmes add column counts_bps integer not null default 10000 check (counts_bps between 1 and 20000);

create table catalog.own_rates (
  own_rate_id uuid primary key,
  programme_id uuid not null references catalog.programmes,
  counts_bps integer not null check (counts_bps between 1 and 20000),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  decided_at timestamptz not null,
  decided_by text not null,
  -- Who agreed, where members would get more than the network pays.
  approved_by text,
  reason text not null,
  ended_at timestamptz,
  ended_by text,
  ended_why text,
  check ((ended_at is null) = (ended_by is null))
);
create index own_rates_by_programme on catalog.own_rates (programme_id, starts_at);
create index own_rates_open on catalog.own_rates (starts_at, ends_at) where ended_at is null;
