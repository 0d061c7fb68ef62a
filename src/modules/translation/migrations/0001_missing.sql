create schema translation;

-- Texts that Spanish readers met in English, each once, with how often and when last.
create table translation.missing (
  text text primary key check (length(text) between 1 and 2000),
  seen bigint not null default 1,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
