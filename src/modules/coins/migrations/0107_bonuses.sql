-- Coins that we add ourselves, as operators set them: for the first offer ever, and for days with coins in a month. A bonus without a row,
-- or with no coins, is not given.
create table coins.bonuses (
  name text primary key check (name in ('first_offer', 'days_5', 'days_10', 'days_20')),
  coins bigint not null check (coins between 0 and 1000000),
  -- Coins of one month (UTC) that all members get of it together.
  month_cap bigint not null check (month_cap >= 0),
  sequence integer not null,
  changed_at timestamptz not null
);

-- How it stood after each change, and who made it.
create table coins.bonus_changes (
  name text not null references coins.bonuses (name),
  sequence integer not null,
  at timestamptz not null,
  by_whom text not null,
  reason text not null,
  coins bigint not null,
  month_cap bigint not null,
  primary key (name, sequence)
);

alter table coins.rewards
  drop constraint rewards_kind_check,
  add constraint rewards_kind_check check (kind in ('offer', 'survey', 'consolation', 'bonus', 'extra'));
-- What a bonus has given in a month, and what a member has of it.
create index rewards_extra on coins.rewards (goal_id, created_at) where kind = 'extra';
