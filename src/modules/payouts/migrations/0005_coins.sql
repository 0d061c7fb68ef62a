-- Withdrawals with coins: what was set aside of them; the amount stays in cents, as it is what the provider pays. Null: cash.
alter table payouts.withdrawals add column coins bigint check (coins > 0);

-- Where a card may be given, and its face values; none: any amount between the least and the most.
alter table payouts.gift_cards add column countries text[] not null default '{US}';
alter table payouts.gift_cards add column face_values bigint[] not null default '{}';

-- How often a card's link was made anew, and when last.
alter table payouts.withdrawals add column renewals integer not null default 0;
alter table payouts.withdrawals add column renewed_at timestamptz;

-- Codes that are worth coins, given by an operator to one member or to a partner for its own. Only their hash is kept.
create table payouts.gift_codes (
  code_hash bytea primary key check (length(code_hash) = 32),
  coins bigint not null check (coins > 0),
  -- Whom it was given to: one member, or whoever a partner brought. Null: anybody.
  given_to uuid references identity.users (user_id),
  partner text,
  reason text not null,
  made_by text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  redeemed_by uuid references identity.users (user_id),
  redeemed_at timestamptz,
  check ((redeemed_by is null) = (redeemed_at is null))
);
create index gift_codes_given_to on payouts.gift_codes (given_to) where given_to is not null;
create index gift_codes_redeemed_by on payouts.gift_codes (redeemed_by) where redeemed_by is not null;
