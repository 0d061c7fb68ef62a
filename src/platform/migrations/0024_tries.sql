-- Tries in a window, counted for accounts and networks by hash: what was tried is not kept.
create table platform.tries (
  scope text not null,
  key_hash bytea not null check (length(key_hash) = 32),
  window_start timestamptz not null,
  tries integer not null check (tries > 0),
  primary key (scope, key_hash, window_start)
);
create index tries_by_age on platform.tries (window_start);
