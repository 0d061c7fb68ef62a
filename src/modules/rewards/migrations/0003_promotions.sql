-- A promotion's credit follows an offer that the server noted, is pending until its condition holds, and is taken back with
-- it. What was given before this stands as it was: earned.
create table rewards.promotion_offers (
  offer_id uuid primary key,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  flow text not null check (flow in ('flow1', 'flow5')),
  brand text not null,
  amount_minor bigint not null check (amount_minor > 0),
  least_order_minor bigint not null check (least_order_minor >= 0),
  device_key text not null,
  offered_at timestamptz not null,
  claimed_by uuid references identity.users,
  claimed_at timestamptz,
  check ((claimed_by is null) = (claimed_at is null))
);
create index promotion_offers_old on rewards.promotion_offers (offered_at) where claimed_by is null;

alter table rewards.credits
  add column credit_id uuid,
  add column offer_id uuid references rewards.promotion_offers,
  add column state text,
  add column reason_code text,
  add column order_id uuid,
  add column least_order_minor bigint not null default 0,
  add column version int not null default 0,
  add column decide_by timestamptz,
  add column earned_at timestamptz,
  add column next_look_at timestamptz;
update rewards.credits set credit_id = gen_random_uuid(), state = 'earned', decide_by = claimed_at, earned_at = claimed_at;
alter table rewards.credits
  drop constraint credits_pkey,
  add primary key (credit_id),
  alter column state set not null,
  alter column decide_by set not null,
  add constraint credits_offer unique (offer_id),
  add constraint credits_state_check check (state in ('pending', 'earned', 'reversed')),
  add constraint credits_reason_check check ((state = 'reversed') = (reason_code is not null));
create index credits_of_user on rewards.credits (user_id, claimed_at);
create index credits_due on rewards.credits (next_look_at) where next_look_at is not null;

create table rewards.credit_events (
  credit_id uuid not null references rewards.credits,
  sequence int not null,
  from_state text,
  to_state text not null,
  reason_code text,
  order_id uuid,
  at timestamptz not null,
  primary key (credit_id, sequence)
);

-- Referrals and claims that are open are looked at in turn, each at its own time, so that none waits behind the others.
alter table rewards.referrals add column next_look_at timestamptz;
update rewards.referrals set next_look_at = now() where state in ('joined', 'pending', 'reversed');
create index referrals_due on rewards.referrals (next_look_at) where next_look_at is not null;
alter table rewards.first_orders add column next_look_at timestamptz;
update rewards.first_orders set next_look_at = now() where state in ('claimed', 'pending', 'reversed');
create index first_orders_due on rewards.first_orders (next_look_at) where next_look_at is not null;
drop index rewards.first_orders_open;
