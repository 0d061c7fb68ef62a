-- The schema `coins` as it stands after all migrations. Written by `npm run tables`.

create table coins.answer_consents (
  consent_id uuid not null,
  user_id uuid not null,
  text_hash bytea not null,
  language text not null,
  given boolean not null,
  at timestamp with time zone not null,
  constraint answer_consents_pkey PRIMARY KEY (consent_id),
  constraint answer_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id)
);
CREATE INDEX answer_consents_by_user ON coins.answer_consents USING btree (user_id, at DESC);

create table coins.answers (
  user_id uuid not null,
  question_id text not null,
  answer jsonb not null,
  at timestamp with time zone not null,
  constraint answers_pkey PRIMARY KEY (user_id, question_id),
  constraint answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id)
);

create table coins.bonus_changes (
  name text not null,
  sequence integer not null,
  at timestamp with time zone not null,
  by_whom text not null,
  reason text not null,
  coins bigint not null,
  month_cap bigint not null,
  constraint bonus_changes_pkey PRIMARY KEY (name, sequence),
  constraint bonus_changes_name_fkey FOREIGN KEY (name) REFERENCES coins.bonuses(name)
);

create table coins.bonuses (
  name text not null,
  coins bigint not null,
  month_cap bigint not null,
  sequence integer not null,
  changed_at timestamp with time zone not null,
  constraint bonuses_pkey PRIMARY KEY (name),
  constraint bonuses_coins_check CHECK (((coins >= 0) AND (coins <= 1000000))),
  constraint bonuses_month_cap_check CHECK ((month_cap >= 0)),
  constraint bonuses_name_check CHECK ((name = ANY (ARRAY['first_offer'::text, 'days_5'::text, 'days_10'::text, 'days_20'::text])))
);

create table coins.catalogues (
  provider text not null,
  tried_at timestamp with time zone not null,
  read_at timestamp with time zone,
  offers integer,
  fault text,
  constraint catalogues_pkey PRIMARY KEY (provider)
);

create table coins.claims (
  claim_id uuid not null,
  user_id uuid not null,
  start_id uuid not null,
  goal_id text not null,
  reached_at timestamp with time zone not null,
  note text not null,
  state text not null,
  reference text,
  reason text,
  answer_by date not null,
  made_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint claims_pkey PRIMARY KEY (claim_id),
  constraint claims_start_id_goal_id_key UNIQUE (start_id, goal_id),
  constraint claims_start_id_fkey FOREIGN KEY (start_id) REFERENCES coins.starts(start_id),
  constraint claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint claims_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'paid'::text, 'refused'::text])))
);
CREATE INDEX claims_by_user ON coins.claims USING btree (user_id, made_at DESC);
CREATE INDEX claims_open ON coins.claims USING btree (answer_by) WHERE (state = ANY (ARRAY['waiting'::text, 'sent'::text]));

create table coins.member_refs (
  user_ref text not null,
  provider text not null,
  user_id uuid not null,
  made_at timestamp with time zone not null,
  constraint member_refs_pkey PRIMARY KEY (user_ref),
  constraint member_refs_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id)
);
CREATE INDEX member_refs_by_user ON coins.member_refs USING btree (user_id, provider, made_at);

create table coins.offer_times (
  offer_id uuid not null,
  goal_id text not null,
  starts integer not null,
  credited integer not null,
  median_hours integer,
  late_hours integer,
  counted_at timestamp with time zone not null,
  constraint offer_times_pkey PRIMARY KEY (offer_id, goal_id),
  constraint offer_times_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES coins.offers(offer_id)
);

create table coins.offers (
  offer_id uuid not null,
  provider text not null,
  provider_offer_id text not null,
  name text not null,
  description text not null,
  requirements text not null,
  image_url text,
  type text not null,
  platforms text[] not null,
  countries text[] not null,
  payout_micros bigint not null,
  goals jsonb not null,
  click_url text not null,
  same_as text,
  min_age integer,
  content_hash bytea not null,
  state text not null,
  first_seen_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  down_at timestamp with time zone,
  hidden_by text,
  hidden_reason text,
  constraint offers_pkey PRIMARY KEY (offer_id),
  constraint offers_provider_provider_offer_id_key UNIQUE (provider, provider_offer_id),
  constraint offers_payout_micros_check CHECK ((payout_micros > 0)),
  constraint offers_state_check CHECK ((state = ANY (ARRAY['live'::text, 'down'::text]))),
  constraint offers_type_check CHECK ((type = ANY (ARRAY['APP'::text, 'GAME'::text, 'OTHER'::text])))
);
CREATE INDEX offers_live ON coins.offers USING btree (payout_micros DESC, offer_id) WHERE (state = 'live'::text);

create table coins.phones (
  user_id uuid not null,
  phone_hash bytea,
  last4 text,
  confirmed_at timestamp with time zone,
  asked_hash bytea,
  asked_last4 text,
  code_hash bytea,
  code_until timestamp with time zone,
  tries integer not null default 0,
  constraint phones_pkey PRIMARY KEY (user_id),
  constraint phones_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint phones_asked CHECK ((((asked_hash IS NULL) = (code_hash IS NULL)) AND ((asked_hash IS NULL) = (code_until IS NULL)))),
  constraint phones_whole CHECK ((((phone_hash IS NULL) = (confirmed_at IS NULL)) AND ((phone_hash IS NULL) = (last4 IS NULL))))
);
CREATE UNIQUE INDEX phones_once ON coins.phones USING btree (phone_hash) WHERE (phone_hash IS NOT NULL);

create table coins.provider_changes (
  provider text not null,
  sequence integer not null,
  at timestamp with time zone not null,
  by_whom text not null,
  reason text not null,
  is_off boolean not null,
  pay_share_bps integer not null,
  daily_cap bigint,
  constraint provider_changes_pkey PRIMARY KEY (provider, sequence),
  constraint provider_changes_provider_fkey FOREIGN KEY (provider) REFERENCES coins.provider_rules(provider)
);

create table coins.provider_rules (
  provider text not null,
  is_off boolean not null default false,
  pay_share_bps integer not null default 10000,
  daily_cap bigint,
  sequence integer not null,
  changed_at timestamp with time zone not null,
  constraint provider_rules_pkey PRIMARY KEY (provider),
  constraint provider_rules_daily_cap_check CHECK ((daily_cap >= 0)),
  constraint provider_rules_pay_share_bps_check CHECK (((pay_share_bps >= 1) AND (pay_share_bps <= 10000)))
);

create table coins.refused_callbacks (
  refused_id uuid not null,
  provider text not null,
  at timestamp with time zone not null,
  why text not null,
  method text not null,
  query text not null,
  body text not null,
  address text not null,
  constraint refused_callbacks_pkey PRIMARY KEY (refused_id)
);
CREATE INDEX refused_callbacks_by_provider ON coins.refused_callbacks USING btree (provider, at DESC, refused_id DESC);
CREATE INDEX refused_callbacks_by_time ON coins.refused_callbacks USING btree (at);

create table coins.reward_events (
  reward_id uuid not null,
  sequence integer not null,
  at timestamp with time zone not null,
  state text not null,
  reason text,
  coins bigint not null,
  by_whom text not null,
  constraint reward_events_pkey PRIMARY KEY (reward_id, sequence),
  constraint reward_events_reward_id_fkey FOREIGN KEY (reward_id) REFERENCES coins.rewards(reward_id)
);
CREATE INDEX reward_events_credited ON coins.reward_events USING btree (by_whom, at) WHERE (state = 'credited'::text);

create table coins.rewards (
  reward_id uuid not null,
  provider text not null,
  tx_id text not null,
  user_id uuid not null,
  kind text not null,
  start_id uuid,
  visit_id uuid,
  offer_id uuid,
  goal_id text,
  name text not null,
  coins bigint not null,
  payout_micros bigint not null,
  told_coins bigint,
  state text not null,
  reason text,
  posted_pending bigint not null default 0,
  posted_confirmed bigint not null default 0,
  posted_receivable bigint not null default 0,
  sequence integer not null default 0,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint rewards_pkey PRIMARY KEY (reward_id),
  constraint rewards_provider_tx_id_key UNIQUE (provider, tx_id),
  constraint rewards_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES coins.offers(offer_id),
  constraint rewards_start_id_fkey FOREIGN KEY (start_id) REFERENCES coins.starts(start_id),
  constraint rewards_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint rewards_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES coins.survey_visits(visit_id),
  constraint rewards_coins_check CHECK ((coins >= 0)),
  constraint rewards_kind_check CHECK ((kind = ANY (ARRAY['offer'::text, 'survey'::text, 'consolation'::text, 'bonus'::text, 'extra'::text]))),
  constraint rewards_payout_micros_check CHECK ((payout_micros >= 0)),
  constraint rewards_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'held'::text, 'credited'::text, 'reversed'::text, 'refused'::text])))
);
CREATE INDEX rewards_by_offer ON coins.rewards USING btree (offer_id, created_at) WHERE (offer_id IS NOT NULL);
CREATE INDEX rewards_by_start ON coins.rewards USING btree (start_id) WHERE (start_id IS NOT NULL);
CREATE INDEX rewards_by_user ON coins.rewards USING btree (user_id, created_at DESC);
CREATE INDEX rewards_by_visit ON coins.rewards USING btree (visit_id) WHERE (visit_id IS NOT NULL);
CREATE INDEX rewards_extra ON coins.rewards USING btree (goal_id, created_at) WHERE (kind = 'extra'::text);
CREATE INDEX rewards_held ON coins.rewards USING btree (changed_at) WHERE (state = 'held'::text);

create table coins.screenshots (
  screenshot_id uuid not null,
  user_id uuid not null,
  claim_id uuid,
  sealed bytea not null,
  size_bytes integer not null,
  made_at timestamp with time zone not null,
  constraint screenshots_pkey PRIMARY KEY (screenshot_id),
  constraint screenshots_claim_id_key UNIQUE (claim_id),
  constraint screenshots_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES coins.claims(claim_id),
  constraint screenshots_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint screenshots_size_bytes_check CHECK ((size_bytes > 0))
);
CREATE INDEX screenshots_by_user ON coins.screenshots USING btree (user_id);
CREATE INDEX screenshots_waiting ON coins.screenshots USING btree (made_at) WHERE (claim_id IS NULL);

create table coins.starts (
  start_id uuid not null,
  user_id uuid not null,
  offer_id uuid not null,
  provider text not null,
  provider_offer_id text not null,
  user_ref text not null,
  platform text not null,
  terms jsonb not null,
  terms_hash bytea not null,
  started_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  shared_with uuid,
  hidden_at timestamp with time zone,
  constraint starts_pkey PRIMARY KEY (start_id),
  constraint starts_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES coins.offers(offer_id),
  constraint starts_shared_with_fkey FOREIGN KEY (shared_with) REFERENCES identity.users(user_id),
  constraint starts_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint starts_user_ref_fkey FOREIGN KEY (user_ref) REFERENCES coins.member_refs(user_ref),
  constraint starts_platform_check CHECK ((platform = ANY (ARRAY['ios'::text, 'android'::text, 'desktop'::text])))
);
CREATE INDEX starts_by_offer ON coins.starts USING btree (offer_id, started_at);
CREATE INDEX starts_by_ref ON coins.starts USING btree (user_ref, provider_offer_id, started_at DESC);
CREATE INDEX starts_by_time ON coins.starts USING btree (started_at);
CREATE INDEX starts_by_user ON coins.starts USING btree (user_id, started_at DESC);

create table coins.survey_visits (
  visit_id uuid not null,
  user_id uuid not null,
  provider text not null,
  survey_id text,
  user_ref text not null,
  coins bigint not null,
  payout_micros bigint not null,
  minutes integer not null,
  category text,
  first_one boolean not null,
  started_at timestamp with time zone not null,
  result text,
  ended_at timestamp with time zone,
  share_bps integer,
  constraint survey_visits_pkey PRIMARY KEY (visit_id),
  constraint survey_visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint survey_visits_user_ref_fkey FOREIGN KEY (user_ref) REFERENCES coins.member_refs(user_ref),
  constraint survey_visits_share_bps_check CHECK ((share_bps > 0))
);
CREATE INDEX survey_visits_by_ref ON coins.survey_visits USING btree (user_ref, started_at DESC);
CREATE INDEX survey_visits_by_time ON coins.survey_visits USING btree (started_at);
CREATE INDEX survey_visits_by_user ON coins.survey_visits USING btree (user_id, started_at DESC);
