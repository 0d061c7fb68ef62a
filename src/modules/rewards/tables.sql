-- The schema `rewards` as it stands after all migrations. Written by `npm run tables`.

create table rewards.codes (
  code text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  constraint codes_pkey PRIMARY KEY (code),
  constraint codes_user_id_key UNIQUE (user_id),
  constraint codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint codes_code_check CHECK ((code ~ '^[A-Z0-9]{6,12}$'::text))
);

create table rewards.credit_events (
  credit_id uuid not null,
  sequence integer not null,
  from_state text,
  to_state text not null,
  reason_code text,
  order_id uuid,
  at timestamp with time zone not null,
  constraint credit_events_pkey PRIMARY KEY (credit_id, sequence),
  constraint credit_events_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES rewards.credits(credit_id)
);

create table rewards.credits (
  user_id uuid not null,
  flow text not null,
  amount_minor bigint not null,
  claimed_at timestamp with time zone not null,
  credit_id uuid not null,
  offer_id uuid,
  state text not null,
  reason_code text,
  order_id uuid,
  min_order_minor bigint not null default 0,
  version integer not null default 0,
  decide_by timestamp with time zone not null,
  earned_at timestamp with time zone,
  next_look_at timestamp with time zone,
  constraint credits_pkey PRIMARY KEY (credit_id),
  constraint credits_offer UNIQUE (offer_id),
  constraint credits_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES rewards.promotion_offers(offer_id),
  constraint credits_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint credits_amount_minor_check CHECK ((amount_minor > 0)),
  constraint credits_flow_check CHECK ((flow = ANY (ARRAY['flow1'::text, 'flow5'::text]))),
  constraint credits_reason_check CHECK (((state = 'reversed'::text) = (reason_code IS NOT NULL))),
  constraint credits_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'earned'::text, 'reversed'::text])))
);
CREATE INDEX credits_due ON rewards.credits USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX credits_of_order ON rewards.credits USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX credits_of_user ON rewards.credits USING btree (user_id, claimed_at);

create table rewards.first_order_events (
  claim_id uuid not null,
  sequence integer not null,
  from_state text,
  to_state text not null,
  reason_code text,
  order_id uuid,
  at timestamp with time zone not null,
  constraint first_order_events_pkey PRIMARY KEY (claim_id, sequence),
  constraint first_order_events_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES rewards.first_orders(claim_id)
);

create table rewards.first_order_keys (
  key bytea not null,
  claim_id uuid not null,
  constraint first_order_keys_pkey PRIMARY KEY (key),
  constraint first_order_keys_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES rewards.first_orders(claim_id)
);

create table rewards.first_orders (
  claim_id uuid not null,
  user_id uuid not null,
  kind text not null,
  product_id text,
  product_name text,
  amount_minor bigint not null,
  min_order_minor bigint not null,
  state text not null,
  reason_code text,
  order_id uuid,
  expected_at timestamp with time zone,
  version integer not null default 0,
  claimed_at timestamp with time zone not null,
  order_until timestamp with time zone not null,
  earned_at timestamp with time zone,
  gift_state text,
  gift_reason text,
  withdrawal_id uuid,
  next_look_at timestamp with time zone,
  constraint first_orders_pkey PRIMARY KEY (claim_id),
  constraint first_orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint first_orders_amount_minor_check CHECK ((amount_minor > 0)),
  constraint first_orders_check CHECK (((kind = 'gift_card'::text) = (product_id IS NOT NULL))),
  constraint first_orders_check1 CHECK (((kind = 'gift_card'::text) = (gift_state IS NOT NULL))),
  constraint first_orders_gift_state_check CHECK ((gift_state = ANY (ARRAY['waits'::text, 'bought'::text, 'kept_as_cash'::text]))),
  constraint first_orders_kind_check CHECK ((kind = ANY (ARRAY['cash'::text, 'gift_card'::text]))),
  constraint first_orders_min_order_minor_check CHECK ((min_order_minor >= 0)),
  constraint first_orders_state_check CHECK ((state = ANY (ARRAY['claimed'::text, 'pending'::text, 'earned'::text, 'reversed'::text])))
);
CREATE INDEX first_orders_due ON rewards.first_orders USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX first_orders_of_order ON rewards.first_orders USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX first_orders_of_user ON rewards.first_orders USING btree (user_id, claimed_at);

create table rewards.hand_moves (
  move_id uuid not null,
  user_id uuid not null,
  amount_minor bigint not null,
  words text not null,
  note text not null,
  by text not null,
  approved_by text,
  at timestamp with time zone not null,
  constraint hand_moves_pkey PRIMARY KEY (move_id),
  constraint hand_moves_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint hand_moves_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint hand_moves_by_check CHECK (((length(by) >= 1) AND (length(by) <= 100))),
  constraint hand_moves_check CHECK ((approved_by <> by))
);
CREATE INDEX hand_moves_by ON rewards.hand_moves USING btree (by, at DESC);
CREATE INDEX hand_moves_of_user ON rewards.hand_moves USING btree (user_id, at DESC);

create table rewards.promotion_offers (
  offer_id uuid not null,
  secret_hash bytea not null,
  flow text not null,
  brand text not null,
  amount_minor bigint not null,
  min_order_minor bigint not null,
  device_key text not null,
  offered_at timestamp with time zone not null,
  claimed_by uuid,
  claimed_at timestamp with time zone,
  constraint promotion_offers_pkey PRIMARY KEY (offer_id),
  constraint promotion_offers_secret_hash_key UNIQUE (secret_hash),
  constraint promotion_offers_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES identity.users(user_id),
  constraint promotion_offers_amount_minor_check CHECK ((amount_minor > 0)),
  constraint promotion_offers_check CHECK (((claimed_by IS NULL) = (claimed_at IS NULL))),
  constraint promotion_offers_flow_check CHECK ((flow = ANY (ARRAY['flow1'::text, 'flow5'::text]))),
  constraint promotion_offers_min_order_minor_check CHECK ((min_order_minor >= 0)),
  constraint promotion_offers_secret_hash_check CHECK ((length(secret_hash) = 32))
);
CREATE INDEX promotion_offers_old ON rewards.promotion_offers USING btree (offered_at) WHERE (claimed_by IS NULL);

create table rewards.referral_events (
  referral_id uuid not null,
  sequence integer not null,
  from_state text,
  to_state text not null,
  reason_code text,
  order_id uuid,
  at timestamp with time zone not null,
  constraint referral_events_pkey PRIMARY KEY (referral_id, sequence),
  constraint referral_events_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES rewards.referrals(referral_id)
);

create table rewards.referrals (
  referral_id uuid not null,
  code text not null,
  inviter_id uuid not null,
  friend_id uuid not null,
  state text not null,
  reason_code text,
  inviter_minor bigint not null,
  friend_minor bigint not null,
  min_order_minor bigint not null,
  order_id uuid,
  expected_at timestamp with time zone,
  hints text[] not null default '{}'::text[],
  version integer not null default 0,
  joined_at timestamp with time zone not null,
  window_ends_at timestamp with time zone not null,
  earned_at timestamp with time zone,
  next_look_at timestamp with time zone,
  joined_as uuid not null,
  constraint referrals_pkey PRIMARY KEY (referral_id),
  constraint referrals_joined_as_key UNIQUE (joined_as),
  constraint referrals_code_fkey FOREIGN KEY (code) REFERENCES rewards.codes(code),
  constraint referrals_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES identity.users(user_id),
  constraint referrals_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES identity.users(user_id),
  constraint referrals_joined_as_fkey FOREIGN KEY (joined_as) REFERENCES identity.users(user_id),
  constraint referrals_check CHECK ((inviter_id <> friend_id)),
  constraint referrals_check1 CHECK (((state <> 'refused'::text) OR (reason_code IS NOT NULL))),
  constraint referrals_friend_minor_check CHECK ((friend_minor >= 0)),
  constraint referrals_inviter_minor_check CHECK ((inviter_minor >= 0)),
  constraint referrals_min_order_minor_check CHECK ((min_order_minor >= 0)),
  constraint referrals_state_check CHECK ((state = ANY (ARRAY['joined'::text, 'pending'::text, 'earned'::text, 'reversed'::text, 'refused'::text])))
);
CREATE INDEX referrals_due ON rewards.referrals USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX referrals_of_friend ON rewards.referrals USING btree (friend_id, joined_at);
CREATE INDEX referrals_of_inviter ON rewards.referrals USING btree (inviter_id, joined_at DESC);
CREATE INDEX referrals_of_order ON rewards.referrals USING btree (order_id) WHERE (order_id IS NOT NULL);
