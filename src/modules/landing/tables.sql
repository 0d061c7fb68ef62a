-- The schema `landing` as it stands after all migrations. Written by `npm run tables`.

create table landing.bonus_events (
  draw_id uuid not null,
  sequence integer not null,
  from_state text,
  to_state text not null,
  at timestamp with time zone not null,
  reason_code text,
  constraint bonus_events_pkey PRIMARY KEY (draw_id, sequence),
  constraint bonus_events_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES landing.bonuses(draw_id)
);

create table landing.bonuses (
  draw_id uuid not null,
  user_id uuid not null,
  amount_minor bigint not null,
  state text not null,
  decides_on date not null,
  version integer not null default 0,
  claimed_at timestamp with time zone not null,
  reason_code text,
  decided_at timestamp with time zone,
  constraint bonuses_pkey PRIMARY KEY (draw_id),
  constraint bonuses_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES landing.draws(draw_id),
  constraint bonuses_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint bonuses_amount_minor_check CHECK ((amount_minor > 0)),
  constraint bonuses_reason_check CHECK (((state = 'reversed'::text) = (reason_code IS NOT NULL))),
  constraint bonuses_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'reversed'::text])))
);
CREATE INDEX bonuses_decided ON landing.bonuses USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX bonuses_of_user ON landing.bonuses USING btree (user_id);
CREATE UNIQUE INDEX bonuses_waiting ON landing.bonuses USING btree (user_id) WHERE (state = 'pending'::text);

create table landing.draw_entries (
  entry_id uuid not null,
  brand text not null,
  month date not null,
  email text,
  mailbox_hash bytea not null,
  token_hash bytea not null,
  language text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint draw_entries_pkey PRIMARY KEY (entry_id),
  constraint draw_entries_brand_month_mailbox_hash_key UNIQUE (brand, month, mailbox_hash),
  constraint draw_entries_token_hash_key UNIQUE (token_hash),
  constraint draw_entries_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint draw_entries_mailbox_hash_check CHECK ((length(mailbox_hash) = 32)),
  constraint draw_entries_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint draw_entries_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX entries_confirmed ON landing.draw_entries USING btree (brand, month) WHERE (confirmed_at IS NOT NULL);

create table landing.draw_keys (
  key_hash bytea not null,
  draw_id uuid not null,
  at timestamp with time zone not null,
  constraint draw_keys_pkey PRIMARY KEY (key_hash),
  constraint draw_keys_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES landing.draws(draw_id),
  constraint draw_keys_key_hash_check CHECK ((length(key_hash) = 32))
);

create table landing.draw_winners (
  entry_id uuid not null,
  brand text not null,
  month date not null,
  state text not null,
  claim_until date not null,
  user_id uuid,
  drawn_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint draw_winners_pkey PRIMARY KEY (entry_id),
  constraint draw_winners_brand_month_fkey FOREIGN KEY (brand, month) REFERENCES landing.monthly_draws(brand, month),
  constraint draw_winners_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES landing.draw_entries(entry_id),
  constraint draw_winners_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint draw_winners_check CHECK (((state = 'given'::text) = (user_id IS NOT NULL))),
  constraint draw_winners_check1 CHECK (((state = 'open'::text) = (settled_at IS NULL))),
  constraint draw_winners_state_check CHECK ((state = ANY (ARRAY['open'::text, 'given'::text, 'lapsed'::text])))
);
CREATE INDEX winners_open ON landing.draw_winners USING btree (claim_until) WHERE (state = 'open'::text);

create table landing.draws (
  draw_id uuid not null,
  brand text not null,
  amount_minor bigint not null,
  prizes jsonb not null,
  drawn_at timestamp with time zone not null,
  constraint draws_pkey PRIMARY KEY (draw_id),
  constraint draws_amount_minor_check CHECK ((amount_minor > 0))
);

create table landing.monthly_draws (
  brand text not null,
  month date not null,
  entries integer not null,
  prize_minor bigint not null,
  winners integer not null,
  drawn_at timestamp with time zone not null,
  constraint monthly_draws_pkey PRIMARY KEY (brand, month),
  constraint monthly_draws_entries_check CHECK ((entries >= 0)),
  constraint monthly_draws_prize_minor_check CHECK ((prize_minor > 0)),
  constraint monthly_draws_winners_check CHECK ((winners > 0))
);

create table landing.phones (
  user_id uuid not null,
  phone text not null,
  text_consent_at timestamp with time zone,
  text_consent_words text,
  at timestamp with time zone not null,
  constraint phones_pkey PRIMARY KEY (user_id),
  constraint phones_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint phones_check CHECK (((text_consent_at IS NULL) = (text_consent_words IS NULL))),
  constraint phones_phone_check CHECK ((phone ~ '^\+?[0-9]{7,15}$'::text))
);

create table landing.upsell_events (
  upsell_id uuid not null,
  sequence integer not null,
  from_state text,
  to_state text not null,
  at timestamp with time zone not null,
  constraint upsell_events_pkey PRIMARY KEY (upsell_id, sequence),
  constraint upsell_events_upsell_id_fkey FOREIGN KEY (upsell_id) REFERENCES landing.upsells(upsell_id) ON DELETE CASCADE
);

create table landing.upsells (
  upsell_id uuid not null,
  user_id uuid not null,
  beside uuid not null,
  upsell text not null,
  state_hash bytea,
  state text not null,
  membership_id uuid,
  charge_id uuid,
  callback_url text,
  called_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint upsells_pkey PRIMARY KEY (upsell_id),
  constraint upsells_state_hash_key UNIQUE (state_hash),
  constraint upsells_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint upsells_callback_url_check CHECK ((length(callback_url) <= 500)),
  constraint upsells_check CHECK (((state <> 'accepted'::text) OR (membership_id IS NOT NULL))),
  constraint upsells_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'accepted'::text, 'declined'::text, 'refused'::text]))),
  constraint upsells_state_hash_check CHECK ((length(state_hash) = 32)),
  constraint upsells_upsell_check CHECK ((upsell = ANY (ARRAY['plus'::text, 'shipright'::text])))
);
CREATE INDEX upsells_of_user ON landing.upsells USING btree (user_id, updated_at DESC);
CREATE UNIQUE INDEX upsells_own ON landing.upsells USING btree (beside, upsell) WHERE (state_hash IS NULL);
CREATE INDEX upsells_waiting ON landing.upsells USING btree (updated_at) WHERE (state = 'asked'::text);

create table landing.visit_events (
  visit_id uuid not null,
  sequence integer not null,
  event text not null,
  at timestamp with time zone not null,
  constraint visit_events_pkey PRIMARY KEY (visit_id, sequence),
  constraint visit_events_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES landing.visits(visit_id) ON DELETE CASCADE,
  constraint visit_events_event_check CHECK ((event = ANY (ARRAY['entered'::text, 'spun'::text, 'answered'::text, 'checked'::text, 'under_age'::text, 'registered'::text, 'joined'::text])))
);

create table landing.visits (
  visit_id uuid not null,
  secret_hash bytea not null,
  brand text not null,
  entered_by text not null,
  ref text,
  sid text,
  cid text,
  partner text not null,
  country_code text,
  draw_id uuid,
  answers jsonb not null default '{}'::jsonb,
  age text,
  user_id uuid,
  joined_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint visits_pkey PRIMARY KEY (visit_id),
  constraint visits_secret_hash_key UNIQUE (secret_hash),
  constraint visits_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES landing.draws(draw_id),
  constraint visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint visits_age_check CHECK ((age = ANY (ARRAY['adult'::text, 'under'::text]))),
  constraint visits_check CHECK (((age IS DISTINCT FROM 'under'::text) OR ((draw_id IS NULL) AND (answers = '{}'::jsonb) AND (user_id IS NULL) AND (sid IS NULL) AND (cid IS NULL) AND (ref IS NULL)))),
  constraint visits_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint visits_entered_by_check CHECK ((entered_by = ANY (ARRAY['spt'::text, 'splandamz'::text, 'spinv'::text]))),
  constraint visits_ref_check CHECK (((length(ref) >= 1) AND (length(ref) <= 40))),
  constraint visits_secret_hash_check CHECK ((length(secret_hash) = 32))
);
CREATE INDEX visits_left_early ON landing.visits USING btree (created_at) WHERE ((draw_id IS NULL) AND (user_id IS NULL));
CREATE INDEX visits_of_user ON landing.visits USING btree (user_id) WHERE (user_id IS NOT NULL);
