create schema health;

-- What is not as it should be. One open alarm for each check.
create table health.alarms (
  alarm_id uuid primary key,
  check_name text not null,
  state text not null check (state in ('noticed', 'raised', 'cleared')),
  level text not null check (level in ('warn', 'bad')),
  line text not null,
  -- Where what is behind it waits for a person.
  queue text,
  fine_looks integer not null default 0,
  noticed_at timestamptz not null,
  raised_at timestamptz,
  cleared_at timestamptz,
  -- Not told again until then, and who said so.
  quiet_until timestamptz,
  quiet_by text
);
create unique index alarms_open on health.alarms (check_name) where state <> 'cleared';
create index alarms_by_day on health.alarms (noticed_at desc);

-- Errors that differ by values alone.
create table health.error_groups (
  group_id uuid primary key,
  message text not null,
  place text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  first_at timestamptz not null,
  last_at timestamptz not null,
  errors bigint not null,
  last_request_id text,
  closed_by text,
  closed_at timestamptz
);
create index error_groups_by_time on health.error_groups (last_at desc);
create table health.error_days (
  group_id uuid not null references health.error_groups (group_id) on delete cascade,
  day date not null,
  errors bigint not null,
  primary key (group_id, day)
);

-- How fast pages were: visits counted by kind of page and step of a scale. Nothing tells one visit from another.
create table health.vitals (
  day date not null,
  page text not null,
  vital text not null check (vital in ('LCP', 'INP', 'CLS', 'TTFB')),
  step integer not null,
  visits bigint not null,
  primary key (day, page, vital, step)
);

-- What visitors are told while something does not work.
create table health.incidents (
  incident_id uuid primary key,
  text_en text not null check (length(text_en) between 1 and 300),
  text_es text not null check (length(text_es) between 1 and 300),
  begun_at timestamptz not null,
  until timestamptz not null check (until > begun_at),
  begun_by text not null,
  ended_at timestamptz,
  ended_by text
);
create unique index incidents_one on health.incidents ((true)) where ended_at is null;

create table health.backups (
  backup_id uuid primary key,
  at timestamptz not null,
  note text not null
);
create index backups_by_time on health.backups (at desc);
