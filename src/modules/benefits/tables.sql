-- The schema `benefits` as it stands after all migrations. Written by `npm run tables`.

create table benefits.addresses (
  user_id uuid not null,
  line1 text not null,
  line2 text not null,
  city text not null,
  region text not null,
  postal_code text not null,
  country text not null,
  changed_at timestamp with time zone not null,
  constraint addresses_pkey PRIMARY KEY (user_id),
  constraint addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint addresses_country_check CHECK ((country = ANY (ARRAY['AU'::text, 'CA'::text, 'GB'::text, 'NZ'::text, 'US'::text])))
);

create table benefits.boosts (
  order_id uuid not null,
  user_id uuid not null,
  type text not null,
  campaign_id text,
  merchant_name text not null,
  extra_bps integer not null,
  month_minor bigint not null,
  back_minor bigint not null,
  amount_minor bigint not null,
  state text not null,
  version integer not null,
  ordered_at timestamp with time zone not null,
  expected_at timestamp with time zone,
  taken_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint boosts_pkey PRIMARY KEY (order_id),
  constraint boosts_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint boost_of_campaign CHECK (((type = 'seasonal'::text) = (campaign_id IS NOT NULL))),
  constraint boosts_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint boosts_back_minor_check CHECK ((back_minor >= 0)),
  constraint boosts_extra_bps_check CHECK ((extra_bps > 0)),
  constraint boosts_month_minor_check CHECK ((month_minor >= 0)),
  constraint boosts_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'earned'::text, 'reversed'::text]))),
  constraint boosts_type_check CHECK ((type = ANY (ARRAY['tenpercent'::text, 'seasonal'::text, 'smarttravel'::text])))
);
CREATE INDEX boosts_by_user ON benefits.boosts USING btree (user_id, ordered_at DESC);

create table benefits.claim_events (
  claim_id uuid not null,
  sequence integer not null,
  at timestamp with time zone not null,
  from_state text,
  state text not null,
  reason text,
  rebate_minor bigint not null,
  by_whom text not null,
  words text not null default ''::text,
  constraint claim_events_pkey PRIMARY KEY (claim_id, sequence),
  constraint claim_events_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES benefits.claims(claim_id)
);
CREATE INDEX claim_events_by_day ON benefits.claim_events USING btree (at, state);

create table benefits.claim_receipts (
  claim_id uuid not null,
  receipt_id uuid not null,
  position integer not null,
  constraint claim_receipts_pkey PRIMARY KEY (claim_id, receipt_id),
  constraint claim_receipts_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES benefits.claims(claim_id)
);
CREATE INDEX claim_receipts_of_receipt ON benefits.claim_receipts USING btree (receipt_id);

create table benefits.claim_verdicts (
  claim_id uuid not null,
  sequence integer not null,
  version integer not null,
  rules jsonb not null,
  at timestamp with time zone not null,
  constraint claim_verdicts_pkey PRIMARY KEY (claim_id, sequence),
  constraint claim_verdicts_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES benefits.claims(claim_id)
);

create table benefits.claims (
  claim_id uuid not null,
  reference text not null,
  user_id uuid not null,
  request_key text not null,
  type text not null,
  country text not null,
  partner text not null,
  membership_id uuid not null,
  terms jsonb not null,
  merchant text not null,
  merchant_key text not null,
  purchased_on date not null,
  paid_minor bigint not null,
  order_id uuid,
  rebate_minor bigint not null,
  cut_by text,
  limit_subject uuid not null,
  reserved_at timestamp with time zone,
  state text not null,
  reason text,
  doubt text,
  answer_by date,
  decided_by text,
  decided_at timestamp with time zone,
  appeal_words text,
  sampled boolean not null default false,
  looked_at timestamp with time zone,
  posted_pending bigint not null default 0,
  posted_confirmed bigint not null default 0,
  sequence integer not null,
  sent_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  price_drop jsonb,
  mail jsonb,
  constraint claims_pkey PRIMARY KEY (claim_id),
  constraint claims_reference_key UNIQUE (reference),
  constraint claims_user_id_request_key_key UNIQUE (user_id, request_key),
  constraint claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint claims_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint claims_cut_by_check CHECK ((cut_by = ANY (ARRAY['claim'::text, 'month'::text, 'year'::text]))),
  constraint claims_paid_minor_check CHECK ((paid_minor > 0)),
  constraint claims_posted_confirmed_check CHECK ((posted_confirmed >= 0)),
  constraint claims_posted_pending_check CHECK ((posted_pending >= 0)),
  constraint claims_rebate_minor_check CHECK ((rebate_minor >= 0)),
  constraint claims_reference_check CHECK ((reference ~ '^[2-9A-HJ-NP-Z]{8}$'::text)),
  constraint claims_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'review'::text, 'asked'::text, 'approved'::text, 'paid'::text, 'denied'::text, 'appealed'::text, 'denied_final'::text, 'expired'::text, 'withdrawn'::text, 'reversed'::text]))),
  constraint claims_type_check CHECK ((type = ANY (ARRAY['shipping'::text, 'grocery'::text, 'rideshare'::text, 'fooddelivery'::text, 'scooter'::text, 'streaming'::text, 'mobilephone'::text, 'fuel'::text, 'truckrental'::text, 'orderprotection'::text]))),
  constraint claims_with_drop CHECK (((type = 'orderprotection'::text) = (price_drop IS NOT NULL)))
);
CREATE INDEX claims_approved ON benefits.claims USING btree (changed_at) WHERE (state = 'approved'::text);
CREATE INDEX claims_by_day ON benefits.claims USING btree (sent_at DESC, claim_id DESC);
CREATE INDEX claims_of_drop ON benefits.claims USING btree (merchant_key, purchased_on) WHERE (price_drop IS NOT NULL);
CREATE INDEX claims_of_mail ON benefits.claims USING btree (user_id, ((mail ->> 'purchase'::text))) WHERE (mail IS NOT NULL);
CREATE INDEX claims_of_order ON benefits.claims USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX claims_of_purchase ON benefits.claims USING btree (merchant_key, purchased_on, paid_minor);
CREATE INDEX claims_of_user ON benefits.claims USING btree (user_id, sent_at DESC, claim_id DESC);
CREATE UNIQUE INDEX claims_one_of_drop ON benefits.claims USING btree (((price_drop ->> 'purchase'::text))) WHERE (price_drop IS NOT NULL);
CREATE UNIQUE INDEX claims_one_of_order ON benefits.claims USING btree (order_id, type) WHERE ((order_id IS NOT NULL) AND (state = ANY (ARRAY['reading'::text, 'review'::text, 'asked'::text, 'approved'::text, 'paid'::text, 'appealed'::text])));
CREATE INDEX claims_reading ON benefits.claims USING btree (changed_at) WHERE (state = 'reading'::text);
CREATE INDEX claims_sampled ON benefits.claims USING btree (changed_at) WHERE (sampled AND (looked_at IS NULL));
CREATE INDEX claims_waiting ON benefits.claims USING btree (answer_by, sent_at) WHERE (state = ANY (ARRAY['review'::text, 'appealed'::text, 'asked'::text]));
