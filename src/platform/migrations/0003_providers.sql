-- Calls that may still be made to each provider, over all processes: a bucket that fills evenly, so that no window of the
-- provider's own length ever holds more calls than it allows. Times are the database's own, which all processes share.
create table platform.provider_budgets (
  provider text primary key check (provider ~ '^[a-z][a-z0-9_-]{0,39}$'),
  tokens double precision not null,
  filled_at timestamptz not null,
  -- Set by the provider itself: it said when to come back.
  blocked_until timestamptz
);

-- How each outside party was last heard of, whoever calls it.
create table platform.provider_health (
  provider text primary key check (provider ~ '^[a-z][a-z0-9_-]{0,39}$'),
  good_at timestamptz,
  fault_at timestamptz,
  fault text check (length(fault) <= 500),
  -- Faults since the last good answer.
  faults integer not null default 0,
  parked integer check (parked >= 0)
);
