create schema membership;

-- The processor's name for a member.
create table membership.customers (
  user_id uuid primary key references identity.users (user_id),
  customer_id text not null unique,
  created_at timestamptz not null
);

-- Cards as they may be shown. Numbers never reach this side.
create table membership.cards (
  payment_method_id text primary key,
  user_id uuid not null references identity.users (user_id),
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  wallet text check (wallet in ('apple_pay', 'google_pay')),
  added_at timestamptz not null,
  removed_at timestamptz
);
create index cards_of_user on membership.cards (user_id, added_at desc);

-- What was agreed at a sign-up. Nobody is a member until its first sum is paid; then a membership of the same id begins.
create table membership.joins (
  membership_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  partner text not null,
  line text not null check (line in ('main', 'shipping')),
  tier text not null check (tier in ('standard', 'plus', 'shipright')),
  zone text not null,
  with_trial boolean not null,
  joined_on date not null,
  first_charge_on date not null,
  first_minor bigint not null check (first_minor >= 0),
  monthly_minor bigint not null check (monthly_minor > 0),
  setup_id text not null,
  payment_method_id text not null references membership.cards (payment_method_id),
  customer_id text not null,
  card_key text,
  state text not null check (state in ('open', 'joined', 'failed')),
  created_at timestamptz not null,
  closed_at timestamptz
);
create unique index joins_open on membership.joins (user_id, line) where state = 'open';

create table membership.memberships (
  membership_id uuid primary key references membership.joins (membership_id),
  user_id uuid not null references identity.users (user_id),
  partner text not null,
  line text not null check (line in ('main', 'shipping')),
  tier text not null check (tier in ('standard', 'plus', 'shipright')),
  state text not null check (state in ('trial', 'active', 'past_due', 'ended')),
  zone text not null,
  customer_id text not null,
  payment_method_id text not null references membership.cards (payment_method_id),
  -- Days of the member's own calendar. The anchor is the day of the month that was agreed: shorter months take their last.
  joined_on date not null,
  anchor_day smallint not null check (anchor_day between 1 and 31),
  period_start date not null,
  next_charge_on date not null,
  monthly_minor bigint not null check (monthly_minor > 0),
  had_trial boolean not null,
  cancel_at_period_end boolean not null default false,
  ends_on date,
  -- A cheaper plan waits for the next period; a better one is paid for and begins at once.
  next_tier text check (next_tier in ('standard', 'plus', 'shipright')),
  next_tier_minor bigint,
  next_price_minor bigint,
  next_price_on date,
  benefits_paused boolean not null default false,
  joined_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  -- When the billing job looks at it again; null: never.
  next_action_at timestamptz,
  check ((state = 'ended') = (ended_at is not null)),
  check (cancel_at_period_end = (ends_on is not null)),
  check ((next_tier is null) = (next_tier_minor is null)),
  check ((next_price_on is null) = (next_price_minor is null)),
  check (period_start < next_charge_on)
);
create unique index memberships_running on membership.memberships (user_id, line) where state <> 'ended';
create index memberships_of_user on membership.memberships (user_id, joined_at desc);
create index memberships_due on membership.memberships (next_action_at) where next_action_at is not null;

create table membership.membership_events (
  membership_id uuid not null references membership.memberships (membership_id),
  sequence int not null,
  kind text not null,
  from_state text,
  to_state text not null,
  reason text not null,
  who text not null check (who in ('member', 'link', 'billing', 'processor', 'operator')),
  at timestamptz not null,
  primary key (membership_id, sequence)
);

create sequence membership.invoice_numbers;

-- One row for each sum that falls due: the same period is never charged twice.
create table membership.charges (
  charge_id uuid primary key,
  membership_id uuid not null references membership.joins (membership_id),
  kind text not null check (kind in ('trial', 'period', 'upgrade')),
  period_start date not null,
  period_end date not null,
  tier text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  -- The price a month that goes with its tier; of a period it is the amount itself.
  monthly_minor bigint not null check (monthly_minor > 0),
  state text not null check (state in ('due', 'trying', 'succeeded', 'declined', 'refunded')),
  tries int not null default 0,
  -- False once a code forbids to try the card again; a new card sets it back.
  may_retry boolean not null default true,
  decline_code text,
  payment_id text,
  number bigint unique,
  created_at timestamptz not null,
  paid_at timestamptz,
  constraint charges_period unique (membership_id, period_start, kind)
);

create table membership.attempts (
  attempt_id uuid primary key,
  charge_id uuid not null references membership.charges (charge_id),
  number int not null,
  key text not null unique,
  payment_method_id text not null,
  off_session boolean not null,
  statement text not null,
  state text not null check (state in ('sent', 'processing', 'requires_action', 'succeeded', 'declined', 'lost')),
  payment_id text unique,
  client_secret text,
  code text,
  decline_code text,
  asked_at timestamptz not null,
  settled_at timestamptz,
  unique (charge_id, number)
);
-- While one is not answered for good, nothing else is asked for the same sum.
create unique index attempts_live on membership.attempts (charge_id) where state in ('sent', 'processing', 'requires_action');
create index attempts_waiting on membership.attempts (asked_at) where state in ('sent', 'processing', 'requires_action');

create table membership.refunds (
  refund_id uuid primary key,
  charge_id uuid not null references membership.charges (charge_id),
  payment_id text not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  state text not null check (state in ('asked', 'done')),
  processor_refund_id text,
  asked_at timestamptz not null,
  done_at timestamptz
);

-- Money on the processor's balance as our ledger has it; the other half is balance_entries.
create table membership.movements (
  cause text primary key,
  payment_id text not null,
  kind text not null check (kind in ('charge', 'refund', 'dispute')),
  amount_minor bigint not null check (amount_minor <> 0),
  at timestamptz not null
);
create index movements_of_payment on membership.movements (payment_id);

create table membership.balance_entries (
  entry_id text primary key,
  kind text not null check (kind in ('charge', 'refund', 'dispute', 'payout', 'fee', 'other')),
  payment_id text,
  amount_minor bigint not null,
  fee_minor bigint not null,
  at timestamptz not null,
  read_at timestamptz not null
);
create index balance_entries_of_payment on membership.balance_entries (payment_id);

create table membership.differences (
  difference_id bigint generated always as identity primary key,
  subject text not null,
  kind text not null,
  ours_minor bigint not null,
  theirs_minor bigint not null,
  found_at timestamptz not null,
  resolved_at timestamptz
);
create unique index differences_open on membership.differences (subject, kind) where resolved_at is null;

-- Proof of consent: the exact words, and what stood in them. Never changed.
create table membership.consents (
  consent_id uuid primary key,
  membership_id uuid not null references membership.joins (membership_id),
  user_id uuid not null references identity.users (user_id),
  kind text not null check (kind in ('join', 'change_plan')),
  language text not null check (language in ('en', 'es')),
  words text not null,
  words_hash bytea not null check (words_hash = sha256(convert_to(words, 'UTF8'))),
  facts jsonb not null,
  address text not null,
  user_agent text not null,
  at timestamptz not null
);
create function membership.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'A consent is never changed (%).', tg_table_name using errcode = 'TP001';
end $$;
create trigger immutable before update of words, words_hash, facts, address, user_agent, at, kind, language, membership_id or delete
  on membership.consents for each row execute function membership.refuse_change();

-- Every letter about money or dates: one for each membership, kind and period.
create table membership.notices (
  membership_id uuid not null references membership.joins (membership_id),
  kind text not null,
  period date not null,
  cause text not null unique,
  sent_at timestamptz not null,
  primary key (membership_id, kind, period)
);

create table membership.retry_opt_outs (
  user_id uuid primary key references identity.users (user_id),
  via text not null check (via in ('member', 'link')),
  at timestamptz not null
);

-- A trial is for a person once in each line: by account, mailbox and card. Hashes, which outlive the account.
create table membership.trials_used (
  line text not null check (line in ('main', 'shipping')),
  key text not null,
  membership_id uuid not null,
  at timestamptz not null,
  primary key (line, key)
);

create table membership.inbox (
  event_id text primary key,
  type text not null,
  object_id text not null,
  sent_at timestamptz not null,
  received_at timestamptz not null,
  done_at timestamptz
);
create index inbox_waiting on membership.inbox (received_at) where done_at is null;
