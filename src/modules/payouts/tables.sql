-- The schema `payouts` as it stands after all migrations. Written by `npm run tables`.

create table payouts.gift_cards (
  product_id text not null,
  name text not null,
  minimum_minor bigint not null,
  maximum_minor bigint not null,
  disclosure text not null default ''::text,
  offered boolean not null default true,
  updated_at timestamp with time zone not null,
  countries text[] not null default '{US}'::text[],
  face_values bigint[] not null default '{}'::bigint[],
  constraint gift_cards_pkey PRIMARY KEY (product_id)
);

create table payouts.gift_codes (
  code_hash bytea not null,
  coins bigint not null,
  given_to uuid,
  partner text,
  reason text not null,
  made_by text not null,
  made_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  redeemed_by uuid,
  redeemed_at timestamp with time zone,
  constraint gift_codes_pkey PRIMARY KEY (code_hash),
  constraint gift_codes_given_to_fkey FOREIGN KEY (given_to) REFERENCES identity.users(user_id),
  constraint gift_codes_redeemed_by_fkey FOREIGN KEY (redeemed_by) REFERENCES identity.users(user_id),
  constraint gift_codes_check CHECK ((expires_at > made_at)),
  constraint gift_codes_check1 CHECK (((redeemed_by IS NULL) = (redeemed_at IS NULL))),
  constraint gift_codes_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint gift_codes_coins_check CHECK ((coins > 0))
);
CREATE INDEX gift_codes_given_to ON payouts.gift_codes USING btree (given_to) WHERE (given_to IS NOT NULL);
CREATE INDEX gift_codes_redeemed_by ON payouts.gift_codes USING btree (redeemed_by) WHERE (redeemed_by IS NOT NULL);

create table payouts.held (
  held_id uuid not null,
  user_id uuid not null,
  method text not null,
  receiver_hash bytea not null,
  label text not null,
  amount_minor bigint not null,
  state text not null,
  reason_code text,
  words text not null default ''::text,
  decided_by text,
  asked_at timestamp with time zone not null,
  due_at timestamp with time zone,
  sequence integer not null,
  constraint held_pkey PRIMARY KEY (held_id),
  constraint held_of_member UNIQUE (user_id, receiver_hash),
  constraint held_amount_minor_check CHECK ((amount_minor > 0)),
  constraint held_method_check CHECK ((method = ANY (ARRAY['paypal'::text, 'venmo'::text]))),
  constraint held_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'released'::text, 'refused'::text, 'appealed'::text, 'upheld'::text])))
);
CREATE INDEX held_by_receiver ON payouts.held USING btree (receiver_hash);
CREATE INDEX held_waiting ON payouts.held USING btree (due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'appealed'::text]));

create table payouts.held_events (
  held_id uuid not null,
  sequence integer not null,
  from_state text,
  to_state text not null,
  reason_code text,
  by text not null,
  note text not null default ''::text,
  at timestamp with time zone not null,
  constraint held_events_pkey PRIMARY KEY (held_id, sequence),
  constraint held_events_held_id_fkey FOREIGN KEY (held_id) REFERENCES payouts.held(held_id) ON DELETE CASCADE
);

create table payouts.receivers (
  receiver_hash bytea not null,
  user_id uuid not null,
  method text not null,
  label text not null,
  first_used_at timestamp with time zone not null,
  shared_by text,
  shared_at timestamp with time zone,
  constraint receivers_pkey PRIMARY KEY (receiver_hash, user_id),
  constraint receivers_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint receivers_check CHECK (((shared_by IS NULL) = (shared_at IS NULL))),
  constraint receivers_method_check CHECK ((method = ANY (ARRAY['paypal'::text, 'venmo'::text]))),
  constraint receivers_receiver_hash_check CHECK ((length(receiver_hash) = 32))
);
CREATE INDEX receivers_of_user ON payouts.receivers USING btree (user_id);
CREATE INDEX receivers_shared ON payouts.receivers USING btree (receiver_hash) WHERE (shared_at IS NOT NULL);

create table payouts.withdrawal_events (
  withdrawal_id uuid not null,
  sequence integer not null,
  from_state text,
  to_state text not null,
  reason_code text,
  at timestamp with time zone not null,
  constraint withdrawal_events_pkey PRIMARY KEY (withdrawal_id, sequence),
  constraint withdrawal_events_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES payouts.withdrawals(withdrawal_id)
);

create table payouts.withdrawals (
  withdrawal_id uuid not null,
  user_id uuid not null,
  request_key text not null,
  number integer not null,
  method text not null,
  amount_minor bigint not null,
  destination text not null,
  label text not null,
  state text not null,
  hold_id uuid not null,
  provider_reference text,
  provider_item text,
  reason_code text,
  link_sealed bytea,
  requested_at timestamp with time zone not null,
  submitted_at timestamp with time zone,
  settled_at timestamp with time zone,
  arrives_by timestamp with time zone not null,
  payable_at timestamp with time zone,
  coins bigint,
  renewals integer not null default 0,
  renewed_at timestamp with time zone,
  constraint withdrawals_pkey PRIMARY KEY (withdrawal_id),
  constraint withdrawals_number UNIQUE (user_id, number),
  constraint withdrawals_request UNIQUE (user_id, request_key),
  constraint withdrawals_amount_minor_check CHECK ((amount_minor > 0)),
  constraint withdrawals_coins_check CHECK ((coins > 0)),
  constraint withdrawals_method_check CHECK ((method = ANY (ARRAY['paypal'::text, 'venmo'::text, 'gift_card'::text]))),
  constraint withdrawals_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'submitted'::text, 'unclaimed'::text, 'fulfilled'::text, 'failed'::text, 'returned'::text])))
);
CREATE INDEX withdrawals_by_age ON payouts.withdrawals USING btree (requested_at DESC, withdrawal_id DESC);
CREATE INDEX withdrawals_by_amount ON payouts.withdrawals USING btree (amount_minor, requested_at DESC);
CREATE INDEX withdrawals_by_state ON payouts.withdrawals USING btree (state, requested_at DESC, withdrawal_id DESC);
CREATE INDEX withdrawals_of_user ON payouts.withdrawals USING btree (user_id, requested_at DESC);
CREATE INDEX withdrawals_without_payable ON payouts.withdrawals USING btree (requested_at) WHERE (payable_at IS NULL);
