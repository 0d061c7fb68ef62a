-- Why people took the extension away: no account, no address, no device.
create table help.uninstalls (
  uninstall_id uuid primary key,
  reasons text[] not null check (cardinality(reasons) between 0 and 8),
  words text not null default '' check (length(words) <= 2000),
  language text not null check (language in ('en', 'es')),
  partner text not null,
  at timestamptz not null,
  check (cardinality(reasons) > 0 or words <> '')
);
create index uninstalls_by_day on help.uninstalls (at desc, uninstall_id desc);
