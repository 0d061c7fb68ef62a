-- What browsers told of codes that they tried, where their shoppers allow it. `tag` is another for each browser, day, store and code:
-- it keeps one browser's word single and ties it to nothing else.
create table extension.code_tries (
  internal_name text not null,
  code text not null,
  day date not null,
  tag text not null check (tag ~ '^[0-9a-f]{32}$'),
  worked boolean not null,
  saving_minor bigint check (saving_minor is null or (saving_minor > 0 and worked)),
  primary key (internal_name, code, day, tag)
);
create index code_tries_by_day on extension.code_tries (day);
