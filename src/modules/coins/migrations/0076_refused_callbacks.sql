-- Callbacks that were not verified, for a person who asks why a provider's are refused: some of each hour, for some weeks. They
-- move nothing and are never acted on.
create table coins.refused_callbacks (
  refused_id uuid primary key,
  provider text not null,
  at timestamptz not null,
  why text not null,
  method text not null,
  query text not null,
  body text not null,
  address text not null
);
create index refused_callbacks_by_provider on coins.refused_callbacks (provider, at desc, refused_id desc);
create index refused_callbacks_by_time on coins.refused_callbacks (at);
