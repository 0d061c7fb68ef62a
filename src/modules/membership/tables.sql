-- The schema `membership` as it stands after all migrations. Written by `npm run tables`.

create table membership.attempts (
  attempt_id uuid not null,
  charge_id uuid not null,
  number integer not null,
  key text not null,
  payment_method_id text not null,
  off_session boolean not null,
  statement text not null,
  state text not null,
  payment_id text,
  client_secret text,
  code text,
  decline_code text,
  asked_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  customer_id text not null,
  amount_minor bigint not null,
  paid_minor bigint,
  next_look_at timestamp with time zone not null,
  looks integer not null default 0,
  constraint attempts_pkey PRIMARY KEY (attempt_id),
  constraint attempts_charge_id_number_key UNIQUE (charge_id, number),
  constraint attempts_key_key UNIQUE (key),
  constraint attempts_payment_id_key UNIQUE (payment_id),
  constraint attempts_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES membership.charges(charge_id),
  constraint attempts_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'processing'::text, 'requires_action'::text, 'succeeded'::text, 'declined'::text, 'lost'::text])))
);
CREATE UNIQUE INDEX attempts_live ON membership.attempts USING btree (charge_id) WHERE (state = ANY (ARRAY['sent'::text, 'processing'::text, 'requires_action'::text]));
CREATE INDEX attempts_waiting ON membership.attempts USING btree (next_look_at) WHERE (state = ANY (ARRAY['sent'::text, 'processing'::text, 'requires_action'::text]));

create table membership.balance_entries (
  entry_id text not null,
  kind text not null,
  payment_id text,
  amount_minor bigint not null,
  fee_minor bigint not null,
  at timestamp with time zone not null,
  read_at timestamp with time zone not null,
  matched_at timestamp with time zone,
  payout_id text,
  constraint balance_entries_pkey PRIMARY KEY (entry_id),
  constraint balance_entries_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text, 'dispute'::text, 'payout'::text, 'fee'::text, 'other'::text])))
);
CREATE INDEX balance_entries_alone ON membership.balance_entries USING btree (payment_id) WHERE ((matched_at IS NULL) AND (payment_id IS NOT NULL) AND (kind = ANY (ARRAY['charge'::text, 'refund'::text, 'dispute'::text])));
CREATE INDEX balance_entries_by_time ON membership.balance_entries USING btree (at);
CREATE INDEX balance_entries_of_payment ON membership.balance_entries USING btree (payment_id);
CREATE INDEX balance_entries_of_payouts ON membership.balance_entries USING btree (read_at) WHERE (kind = 'payout'::text);

create table membership.balance_total (
  one boolean not null default true,
  total_minor bigint not null,
  constraint balance_total_pkey PRIMARY KEY (one),
  constraint balance_total_one_check CHECK (one)
);

create table membership.cards (
  payment_method_id text not null,
  user_id uuid not null,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  wallet text,
  added_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  detached_at timestamp with time zone,
  next_look_at timestamp with time zone,
  card_key text,
  charged_from timestamp with time zone,
  constraint cards_pkey PRIMARY KEY (payment_method_id),
  constraint cards_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint cards_wallet_check CHECK ((wallet = ANY (ARRAY['apple_pay'::text, 'google_pay'::text])))
);
CREATE INDEX cards_of_user ON membership.cards USING btree (user_id, added_at DESC);
CREATE INDEX cards_to_detach ON membership.cards USING btree (user_id) WHERE ((removed_at IS NOT NULL) AND (detached_at IS NULL));
CREATE INDEX cards_to_look_at ON membership.cards USING btree (GREATEST(removed_at, next_look_at)) WHERE ((removed_at IS NOT NULL) AND (detached_at IS NULL));

create table membership.charges (
  charge_id uuid not null,
  membership_id uuid not null,
  kind text not null,
  period_start date not null,
  period_end date not null,
  tier text not null,
  amount_minor bigint not null,
  monthly_minor bigint not null,
  state text not null,
  tries integer not null default 0,
  may_retry boolean not null default true,
  decline_code text,
  payment_id text,
  number bigint,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  needs_person_since timestamp with time zone,
  needs_person_why text,
  constraint charges_pkey PRIMARY KEY (charge_id),
  constraint charges_number_key UNIQUE (number),
  constraint charges_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership.joins(membership_id),
  constraint charges_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint charges_kind_check CHECK ((kind = ANY (ARRAY['trial'::text, 'period'::text, 'upgrade'::text]))),
  constraint charges_monthly_minor_check CHECK ((monthly_minor > 0)),
  constraint charges_state_check CHECK ((state = ANY (ARRAY['due'::text, 'trying'::text, 'succeeded'::text, 'declined'::text, 'refunded'::text])))
);
CREATE INDEX charges_by_age ON membership.charges USING btree (created_at DESC, charge_id DESC);
CREATE INDEX charges_by_amount ON membership.charges USING btree (amount_minor, created_at DESC);
CREATE INDEX charges_by_payment ON membership.charges USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX charges_by_state ON membership.charges USING btree (state, created_at DESC, charge_id DESC);
CREATE INDEX charges_for_person ON membership.charges USING btree (needs_person_since) WHERE (needs_person_since IS NOT NULL);
CREATE INDEX charges_of_membership ON membership.charges USING btree (membership_id, period_start, kind);
CREATE UNIQUE INDEX charges_of_period ON membership.charges USING btree (membership_id, period_start, kind) WHERE ((kind <> 'upgrade'::text) OR (state <> ALL (ARRAY['succeeded'::text, 'refunded'::text])));

create table membership.consents (
  consent_id uuid not null,
  membership_id uuid not null,
  user_id uuid not null,
  kind text not null,
  language text not null,
  words text not null,
  words_hash bytea not null,
  facts jsonb not null,
  address text not null,
  user_agent text not null,
  at timestamp with time zone not null,
  constraint consents_pkey PRIMARY KEY (consent_id),
  constraint consents_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership.joins(membership_id),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint consents_check CHECK ((words_hash = sha256(convert_to(words, 'UTF8'::name)))),
  constraint consents_kind_check CHECK ((kind = ANY (ARRAY['join'::text, 'change_plan'::text]))),
  constraint consents_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])))
);
CREATE INDEX consents_of_membership ON membership.consents USING btree (membership_id, at);

create table membership.customers (
  user_id uuid not null,
  customer_id text not null,
  created_at timestamp with time zone not null,
  left_at timestamp with time zone,
  forgotten_at timestamp with time zone,
  next_look_at timestamp with time zone,
  constraint customers_pkey PRIMARY KEY (user_id),
  constraint customers_customer_id_key UNIQUE (customer_id),
  constraint customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id)
);
CREATE INDEX customers_to_forget ON membership.customers USING btree (GREATEST(left_at, next_look_at)) WHERE ((left_at IS NOT NULL) AND (forgotten_at IS NULL));

create table membership.differences (
  difference_id bigint not null generated always as identity,
  subject text not null,
  kind text not null,
  ours_minor bigint not null,
  theirs_minor bigint not null,
  found_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  constraint differences_pkey PRIMARY KEY (difference_id)
);
CREATE UNIQUE INDEX differences_open ON membership.differences USING btree (subject, kind) WHERE (resolved_at IS NULL);

create table membership.joins (
  membership_id uuid not null,
  user_id uuid not null,
  partner text not null,
  line text not null,
  tier text not null,
  zone text not null,
  with_trial boolean not null,
  joined_on date not null,
  first_charge_on date not null,
  first_minor bigint not null,
  monthly_minor bigint not null,
  setup_id text not null,
  payment_method_id text not null,
  customer_id text not null,
  card_key text,
  state text not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  mailbox_key text,
  constraint joins_pkey PRIMARY KEY (membership_id),
  constraint joins_payment_method_id_fkey FOREIGN KEY (payment_method_id) REFERENCES membership.cards(payment_method_id),
  constraint joins_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint joins_first_minor_check CHECK ((first_minor >= 0)),
  constraint joins_line_check CHECK ((line = ANY (ARRAY['main'::text, 'shipping'::text]))),
  constraint joins_monthly_minor_check CHECK ((monthly_minor > 0)),
  constraint joins_state_check CHECK ((state = ANY (ARRAY['open'::text, 'joined'::text, 'failed'::text]))),
  constraint joins_tier_check CHECK ((tier = ANY (ARRAY['standard'::text, 'plus'::text, 'shipright'::text])))
);
CREATE INDEX joins_of_user ON membership.joins USING btree (user_id);
CREATE UNIQUE INDEX joins_open ON membership.joins USING btree (user_id, line) WHERE (state = 'open'::text);
CREATE INDEX joins_open_of_card ON membership.joins USING btree (card_key) WHERE ((state = 'open'::text) AND with_trial);
CREATE INDEX joins_open_of_mailbox ON membership.joins USING btree (mailbox_key) WHERE ((state = 'open'::text) AND with_trial);

create table membership.leaving_reasons (
  membership_id uuid not null,
  reasons text[] not null,
  at timestamp with time zone not null,
  constraint leaving_reasons_pkey PRIMARY KEY (membership_id),
  constraint leaving_reasons_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership.memberships(membership_id),
  constraint leaving_reasons_reasons_check CHECK (((reasons <@ ARRAY['price'::text, 'unused'::text, 'missing'::text, 'other'::text]) AND (cardinality(reasons) > 0)))
);

create table membership.membership_events (
  membership_id uuid not null,
  sequence integer not null,
  kind text not null,
  from_state text,
  to_state text not null,
  reason text not null,
  who text not null,
  at timestamp with time zone not null,
  tier text not null,
  constraint membership_events_pkey PRIMARY KEY (membership_id, sequence),
  constraint membership_events_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership.memberships(membership_id),
  constraint membership_events_tier_check CHECK ((tier = ANY (ARRAY['standard'::text, 'plus'::text, 'shipright'::text]))),
  constraint membership_events_who_check CHECK ((who = ANY (ARRAY['member'::text, 'link'::text, 'billing'::text, 'processor'::text, 'operator'::text])))
);

create table membership.memberships (
  membership_id uuid not null,
  user_id uuid not null,
  partner text not null,
  line text not null,
  tier text not null,
  state text not null,
  zone text not null,
  customer_id text not null,
  payment_method_id text not null,
  joined_on date not null,
  anchor_day smallint not null,
  period_start date not null,
  next_charge_on date not null,
  monthly_minor bigint not null,
  had_trial boolean not null,
  cancel_at_period_end boolean not null default false,
  ends_on date,
  next_tier text,
  next_tier_minor bigint,
  next_price_minor bigint,
  next_price_on date,
  benefits_paused boolean not null default false,
  joined_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  next_action_at timestamp with time zone,
  next_look_at timestamp with time zone,
  constraint memberships_pkey PRIMARY KEY (membership_id),
  constraint memberships_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership.joins(membership_id),
  constraint memberships_payment_method_id_fkey FOREIGN KEY (payment_method_id) REFERENCES membership.cards(payment_method_id),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint memberships_anchor_day_check CHECK (((anchor_day >= 1) AND (anchor_day <= 31))),
  constraint memberships_check CHECK (((state = 'ended'::text) = (ended_at IS NOT NULL))),
  constraint memberships_check1 CHECK ((cancel_at_period_end = (ends_on IS NOT NULL))),
  constraint memberships_check2 CHECK (((next_tier IS NULL) = (next_tier_minor IS NULL))),
  constraint memberships_check3 CHECK (((next_price_on IS NULL) = (next_price_minor IS NULL))),
  constraint memberships_check4 CHECK ((period_start < next_charge_on)),
  constraint memberships_line_check CHECK ((line = ANY (ARRAY['main'::text, 'shipping'::text]))),
  constraint memberships_monthly_minor_check CHECK ((monthly_minor > 0)),
  constraint memberships_next_tier_check CHECK ((next_tier = ANY (ARRAY['standard'::text, 'plus'::text, 'shipright'::text]))),
  constraint memberships_state_check CHECK ((state = ANY (ARRAY['trial'::text, 'active'::text, 'past_due'::text, 'ended'::text]))),
  constraint memberships_tier_check CHECK ((tier = ANY (ARRAY['standard'::text, 'plus'::text, 'shipright'::text])))
);
CREATE INDEX memberships_by_age ON membership.memberships USING btree (joined_at DESC, membership_id DESC);
CREATE INDEX memberships_by_state ON membership.memberships USING btree (state, joined_at DESC, membership_id DESC);
CREATE INDEX memberships_due ON membership.memberships USING btree (GREATEST(next_action_at, next_look_at)) WHERE (next_action_at IS NOT NULL);
CREATE INDEX memberships_of_card ON membership.memberships USING btree (payment_method_id) WHERE (state <> 'ended'::text);
CREATE INDEX memberships_of_partner ON membership.memberships USING btree (partner, joined_at);
CREATE INDEX memberships_of_user ON membership.memberships USING btree (user_id, joined_at DESC);
CREATE UNIQUE INDEX memberships_running ON membership.memberships USING btree (user_id, line) WHERE (state <> 'ended'::text);

create table membership.movements (
  cause text not null,
  payment_id text not null,
  kind text not null,
  amount_minor bigint not null,
  at timestamp with time zone not null,
  matched_at timestamp with time zone,
  constraint movements_pkey PRIMARY KEY (cause),
  constraint movements_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint movements_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text, 'dispute'::text])))
);
CREATE INDEX movements_alone ON membership.movements USING btree (payment_id) WHERE (matched_at IS NULL);
CREATE INDEX movements_disputed ON membership.movements USING btree (at DESC, payment_id) WHERE (kind = 'dispute'::text);
CREATE INDEX movements_of_payment ON membership.movements USING btree (payment_id);

create table membership.notices (
  membership_id uuid not null,
  kind text not null,
  period date not null,
  cause text not null,
  sent_at timestamp with time zone not null,
  constraint notices_pkey PRIMARY KEY (membership_id, kind, period),
  constraint notices_cause_key UNIQUE (cause),
  constraint notices_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership.joins(membership_id)
);

create table membership.refunds (
  refund_id uuid not null,
  charge_id uuid not null,
  payment_id text not null,
  amount_minor bigint not null,
  reason text not null,
  state text not null,
  processor_refund_id text,
  asked_at timestamp with time zone not null,
  done_at timestamp with time zone,
  round integer not null default 1,
  failure text,
  failed_at timestamp with time zone,
  payable_id uuid,
  by text,
  approved_by text,
  note text,
  constraint refunds_pkey PRIMARY KEY (refund_id),
  constraint refunds_payable_id_key UNIQUE (payable_id),
  constraint refunds_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES membership.charges(charge_id),
  constraint refunds_amount_minor_check CHECK ((amount_minor > 0)),
  constraint refunds_second CHECK (((approved_by IS DISTINCT FROM by) OR (by IS NULL))),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'done'::text, 'failed'::text, 'closed'::text])))
);
CREATE INDEX refunds_asked ON membership.refunds USING btree (payment_id) WHERE (state = 'asked'::text);
CREATE INDEX refunds_by_age ON membership.refunds USING btree (asked_at DESC, refund_id DESC);
CREATE UNIQUE INDEX refunds_by_hand ON membership.refunds USING btree (payment_id) WHERE (by IS NOT NULL);
CREATE UNIQUE INDEX refunds_by_itself ON membership.refunds USING btree (payment_id) WHERE (by IS NULL);
CREATE INDEX refunds_by_operator ON membership.refunds USING btree (by, asked_at) WHERE (by IS NOT NULL);
CREATE INDEX refunds_by_payment ON membership.refunds USING btree (payment_id);
CREATE INDEX refunds_for_person ON membership.refunds USING btree (failed_at) WHERE (state = 'failed'::text);
CREATE INDEX refunds_of_charge ON membership.refunds USING btree (charge_id);
CREATE INDEX refunds_without_payable ON membership.refunds USING btree (asked_at) WHERE (payable_id IS NULL);

create table membership.retry_opt_outs (
  user_id uuid not null,
  via text not null,
  at timestamp with time zone not null,
  constraint retry_opt_outs_pkey PRIMARY KEY (user_id),
  constraint retry_opt_outs_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint retry_opt_outs_via_check CHECK ((via = ANY (ARRAY['member'::text, 'link'::text])))
);

create table membership.trials_used (
  line text not null,
  key text not null,
  membership_id uuid not null,
  at timestamp with time zone not null,
  constraint trials_used_pkey PRIMARY KEY (line, key),
  constraint trials_used_line_check CHECK ((line = ANY (ARRAY['main'::text, 'shipping'::text])))
);

-- function membership.keep_balance_total() returns trigger
-- function membership.refuse_change() returns trigger
