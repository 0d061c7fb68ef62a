create schema rewards;

-- A member's own code, made when its owner first asks for it.
create table rewards.codes (
  code text primary key check (code ~ '^[A-Z0-9]{6,12}$'),
  user_id uuid not null unique references identity.users (user_id),
  created_at timestamptz not null
);

-- One row for each friend who came with a code; nobody comes twice.
create table rewards.referrals (
  referral_id uuid primary key,
  code text not null references rewards.codes (code),
  inviter_id uuid not null references identity.users (user_id),
  friend_id uuid not null unique references identity.users (user_id),
  state text not null check (state in ('joined', 'pending', 'earned', 'reversed', 'refused')),
  reason_code text,
  -- What was promised when the friend joined; a later change of the brand pack does not touch it.
  inviter_minor bigint not null check (inviter_minor >= 0),
  friend_minor bigint not null check (friend_minor >= 0),
  least_order_minor bigint not null check (least_order_minor >= 0),
  -- The order that the reward hangs on, and when its store decides.
  order_id uuid,
  expected_at timestamptz,
  -- For an operator: signs that are no reason to refuse, such as the same network.
  hints text[] not null default '{}',
  version integer not null default 0,
  joined_at timestamptz not null,
  window_ends_at timestamptz not null,
  earned_at timestamptz,
  check (inviter_id <> friend_id),
  check (state <> 'refused' or reason_code is not null)
);
create index referrals_of_inviter on rewards.referrals (inviter_id, joined_at desc);

create table rewards.referral_events (
  referral_id uuid not null references rewards.referrals (referral_id),
  sequence integer not null,
  from_state text,
  to_state text not null,
  reason_code text,
  order_id uuid,
  at timestamptz not null,
  primary key (referral_id, sequence)
);

-- A credit of a promotion: once for each member, whichever flow promised it.
create table rewards.credits (
  user_id uuid primary key references identity.users (user_id),
  flow text not null check (flow in ('flow1', 'flow5')),
  amount_minor bigint not null check (amount_minor > 0),
  claimed_at timestamptz not null
);
