-- What operators say of texts that people search for: what a text means, and which store comes first for it.
create table catalog.search_rules (
  said text primary key check (length(said) between 1 and 60),
  means text check (length(means) between 1 and 60),
  pinned uuid references catalog.merchants,
  check (means is not null or pinned is not null)
);

create table catalog.search_history (
  entry bigint generated always as identity primary key,
  said text not null,
  at timestamptz not null,
  by text not null,
  what text not null,
  reason text not null default ''
);
create index search_history_by_text on catalog.search_history (said, entry);
