-- The reward for a member's first order: claimed once a person, carried by an order that is large enough.
create table rewards.first_orders (
  claim_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  kind text not null check (kind in ('cash', 'gift_card')),
  product_id text,
  product_name text,
  -- What was promised at the claim; a later change of the brand pack does not touch it.
  amount_minor bigint not null check (amount_minor > 0),
  least_order_minor bigint not null check (least_order_minor >= 0),
  state text not null check (state in ('claimed', 'pending', 'earned', 'reversed')),
  reason_code text,
  order_id uuid,
  expected_at timestamptz,
  version integer not null default 0,
  claimed_at timestamptz not null,
  order_until timestamptz not null,
  earned_at timestamptz,
  -- Of a gift card: waits to be bought, was bought, or stays as cash with its reason.
  gift_state text check (gift_state in ('waits', 'bought', 'kept_as_cash')),
  gift_reason text,
  withdrawal_id uuid,
  check ((kind = 'gift_card') = (product_id is not null)),
  check ((kind = 'gift_card') = (gift_state is not null))
);
create index first_orders_of_user on rewards.first_orders (user_id, claimed_at);
create index first_orders_open on rewards.first_orders (claimed_at) where state in ('claimed', 'pending');

create table rewards.first_order_events (
  claim_id uuid not null references rewards.first_orders (claim_id),
  sequence integer not null,
  from_state text,
  to_state text not null,
  reason_code text,
  order_id uuid,
  at timestamptz not null,
  primary key (claim_id, sequence)
);

-- Once a person: by account and mailbox, as hashes, which outlive the account.
create table rewards.first_order_keys (
  key bytea primary key,
  claim_id uuid not null references rewards.first_orders (claim_id)
);
