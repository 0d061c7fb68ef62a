-- What a membership adds to the cash back of an order: one for each order, by the rule that gave most when the order was first seen.
create table benefits.boosts (
  order_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  type text not null check (type in ('tenpercent', 'seasonal', 'smarttravel')),
  campaign_id text,
  merchant_name text not null,
  extra_bps int not null check (extra_bps > 0),
  month_minor bigint not null check (month_minor >= 0),
  -- The order's cash back that it was reckoned from, and what is added: less than the share where the month is used up.
  back_minor bigint not null check (back_minor >= 0),
  amount_minor bigint not null check (amount_minor >= 0),
  state text not null check (state in ('pending', 'earned', 'reversed')),
  version int not null,
  ordered_at timestamptz not null,
  expected_at timestamptz,
  -- Of which month it is.
  taken_at timestamptz not null,
  changed_at timestamptz not null,
  constraint boost_of_campaign check ((type = 'seasonal') = (campaign_id is not null))
);
create index boosts_by_user on benefits.boosts (user_id, ordered_at desc);
