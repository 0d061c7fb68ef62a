-- How stores tell of orders, as it was counted last; only stores with enough orders of enough people are here.
create table catalog.track_health (
  merchant_id uuid primary key references catalog.merchants,
  health text not null check (health in ('good', 'fair', 'bad')),
  median_hours integer not null,
  refused integer not null,
  decided integer not null,
  counted_at timestamptz not null
);
