-- What operators say of a provider: whether its offers are shown, what part of its pay coins are reckoned from, and how many
-- coins of a day are credited before a person looks. A provider without a row is on, pays in full and has no bound.
create table coins.provider_rules (
  provider text primary key,
  is_off boolean not null default false,
  pay_share_bps integer not null default 10000 check (pay_share_bps between 1 and 10000),
  daily_cap bigint check (daily_cap >= 0),
  sequence integer not null,
  changed_at timestamptz not null
);

-- How it stood after each change, and who made it.
create table coins.provider_changes (
  provider text not null references coins.provider_rules (provider),
  sequence integer not null,
  at timestamptz not null,
  by_whom text not null,
  reason text not null,
  is_off boolean not null,
  pay_share_bps integer not null,
  daily_cap bigint,
  primary key (provider, sequence)
);

insert into coins.provider_rules (provider, is_off, sequence, changed_at)
  select provider, true, 1, tried_at from coins.catalogues where off_by is not null;
insert into coins.provider_changes (provider, sequence, at, by_whom, reason, is_off, pay_share_bps)
  select provider, 1, tried_at, off_by, coalesce(off_reason, ''), true, 10000 from coins.catalogues where off_by is not null;
alter table coins.catalogues drop column off_by, drop column off_reason;

-- What was shown is what is paid: the share as it was when somebody set out. Null for who set out before it was kept.
alter table coins.survey_visits add column share_bps integer check (share_bps > 0);

-- A day's credits of a provider are added up while it has a bound.
create index reward_events_credited on coins.reward_events (by_whom, at) where state = 'credited';
-- How a provider and its offers do is counted by when somebody set out.
create index starts_by_time on coins.starts (started_at);
create index survey_visits_by_time on coins.survey_visits (started_at);
