-- The schema `identity` as it stands after all migrations. Written by `npm run tables`.

create table identity.access_attempts (
  attempt_id bigint not null generated always as identity,
  path text not null,
  from_reference boolean not null,
  at timestamp with time zone not null,
  constraint access_attempts_pkey PRIMARY KEY (attempt_id)
);

create table identity.challenges (
  challenge_hash bytea not null,
  kind text not null,
  user_id uuid,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  tries smallint not null default 0,
  constraint challenges_pkey PRIMARY KEY (challenge_hash),
  constraint challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint challenges_challenge_hash_check CHECK ((length(challenge_hash) = 32)),
  constraint challenges_kind_check CHECK ((kind = ANY (ARRAY['passkey_added'::text, 'passkey_used'::text, 'second_step'::text, 'one_tap'::text])))
);
CREATE INDEX challenges_by_age ON identity.challenges USING btree (expires_at);

create table identity.devices (
  user_id uuid not null,
  device_hash bytea not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  dropped_at timestamp with time zone,
  is_shared boolean not null default false,
  constraint devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint devices_device_hash_check CHECK ((length(device_hash) = 32))
);
CREATE INDEX devices_by_hash ON identity.devices USING btree (device_hash);
CREATE INDEX devices_shared ON identity.devices USING btree (device_hash, first_at) WHERE is_shared;

create table identity.extension_codes (
  code_hash bytea not null,
  challenge bytea not null,
  origin text not null,
  session_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint extension_codes_pkey PRIMARY KEY (code_hash),
  constraint extension_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES identity.sessions(session_id),
  constraint extension_codes_challenge_check CHECK ((length(challenge) = 32)),
  constraint extension_codes_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint extension_codes_origin_check CHECK (((length(origin) >= 1) AND (length(origin) <= 100)))
);
CREATE INDEX extension_codes_by_age ON identity.extension_codes USING btree (expires_at);

create table identity.invitations (
  invitation_id uuid not null,
  hash bytea not null,
  address_hash bytea not null,
  email text not null,
  name text not null,
  language text not null,
  partner text not null,
  sid text,
  cid text,
  told_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (invitation_id),
  constraint invitations_address_hash_key UNIQUE (address_hash),
  constraint invitations_hash_key UNIQUE (hash),
  constraint invitations_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])))
);
CREATE INDEX invitations_expire ON identity.invitations USING btree (expires_at);

create table identity.linked_accounts (
  link_id uuid not null,
  provider text not null,
  subject text not null,
  user_id uuid not null,
  email text,
  email_verified boolean not null default false,
  is_private_email boolean not null default false,
  email_works boolean not null default true,
  refresh_token bytea,
  linked_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint linked_accounts_pkey PRIMARY KEY (link_id),
  constraint linked_accounts_unique UNIQUE (provider, subject),
  constraint linked_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint linked_accounts_email_check CHECK ((email = lower(email))),
  constraint linked_accounts_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'apple'::text, 'facebook'::text]))),
  constraint linked_accounts_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
CREATE INDEX linked_accounts_email_begins ON identity.linked_accounts USING btree (email text_pattern_ops);
CREATE INDEX linked_accounts_of_user ON identity.linked_accounts USING btree (user_id, linked_at);

create table identity.looks (
  look_id uuid not null,
  user_id uuid not null,
  by text not null,
  reason text not null,
  allowed boolean not null,
  at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint looks_pkey PRIMARY KEY (look_id),
  constraint looks_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint looks_by_check CHECK (((length(by) >= 1) AND (length(by) <= 100)))
);
CREATE INDEX looks_of_user ON identity.looks USING btree (user_id, by, ends_at DESC);

create table identity.member_notes (
  note_id uuid not null,
  user_id uuid not null,
  by text not null,
  body text not null,
  at timestamp with time zone not null,
  constraint member_notes_pkey PRIMARY KEY (note_id),
  constraint member_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint member_notes_body_check CHECK (((length(body) >= 1) AND (length(body) <= 2000))),
  constraint member_notes_by_check CHECK (((length(by) >= 1) AND (length(by) <= 100)))
);
CREATE INDEX member_notes_of_user ON identity.member_notes USING btree (user_id, at DESC);

create table identity.one_time_links (
  link_hash bytea not null,
  kind text not null,
  user_id uuid not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  session_id uuid,
  leads_to text,
  constraint one_time_links_pkey PRIMARY KEY (link_hash),
  constraint one_time_links_session_id_fkey FOREIGN KEY (session_id) REFERENCES identity.sessions(session_id),
  constraint one_time_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint one_time_links_kind_check CHECK ((kind = ANY (ARRAY['verify_email'::text, 'reset_password'::text, 'set_password'::text, 'change_email'::text, 'sign_in'::text, 'undo_email'::text, 'phone'::text]))),
  constraint one_time_links_leads_to_check CHECK (((leads_to ~~ '/%'::text) AND (length(leads_to) <= 200))),
  constraint one_time_links_link_hash_check CHECK ((length(link_hash) = 32)),
  constraint one_time_links_of_phones CHECK ((((kind <> 'phone'::text) OR (session_id IS NOT NULL)) AND ((kind = ANY (ARRAY['phone'::text, 'sign_in'::text])) OR (session_id IS NULL)) AND ((kind = 'phone'::text) = (leads_to IS NOT NULL))))
);
CREATE INDEX one_time_links_of_user ON identity.one_time_links USING btree (user_id, kind, created_at DESC);

create table identity.passkeys (
  credential_id text not null,
  user_id uuid not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  name text not null,
  backed_up boolean not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)))
);
CREATE INDEX passkeys_of_user ON identity.passkeys USING btree (user_id, created_at);

create table identity.provider_deletions (
  code text not null,
  provider text not null,
  links integer not null,
  at timestamp with time zone not null,
  constraint provider_deletions_pkey PRIMARY KEY (code)
);

create table identity.recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint recovery_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

create table identity.safety_events (
  event_id bigint not null generated always as identity,
  user_id uuid not null,
  kind text not null,
  detail text not null default ''::text,
  user_agent text not null default ''::text,
  address text not null default ''::text,
  at timestamp with time zone not null,
  constraint safety_events_pkey PRIMARY KEY (event_id),
  constraint safety_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint safety_events_kind_check CHECK ((kind = ANY (ARRAY['registered'::text, 'signed_in'::text, 'signed_out'::text, 'signed_out_elsewhere'::text, 'password_changed'::text, 'password_reset'::text, 'email_verified'::text, 'email_change_asked'::text, 'email_changed'::text, 'email_change_undone'::text, 'claimed'::text, 'codes_wrong'::text, 'second_factor_added'::text, 'second_factor_removed'::text, 'linked'::text, 'unlinked'::text, 'merged'::text, 'data_exported'::text, 'account_deleted'::text, 'verified_by_hand'::text, 'unlocked'::text, 'factor_reset'::text, 'account_closed'::text, 'account_restored'::text, 'looked_at'::text, 'copy_taken'::text])))
);
CREATE INDEX safety_events_of_user ON identity.safety_events USING btree (user_id, at DESC);

create table identity.sessions (
  session_id uuid not null,
  user_id uuid not null,
  bind_hash bytea not null,
  user_agent text not null default ''::text,
  address text not null default ''::text,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  last_used_at timestamp with time zone not null,
  confirmed_at timestamp with time zone not null,
  country text,
  parent_id uuid,
  opened_by text not null,
  constraint sessions_pkey PRIMARY KEY (session_id),
  constraint sessions_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES identity.sessions(session_id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint sessions_bind_hash_check CHECK ((length(bind_hash) = 32)),
  constraint sessions_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint sessions_end_reason_check CHECK ((end_reason = ANY (ARRAY['signed_out'::text, 'signed_out_elsewhere'::text, 'password_changed'::text, 'replaced'::text, 'merged'::text, 'account_deleted'::text, 'account_closed'::text, 'factor_reset'::text]))),
  constraint sessions_of_parents CHECK (((opened_by = 'sign_in'::text) = (parent_id IS NULL))),
  constraint sessions_opened_by_check CHECK ((opened_by = ANY (ARRAY['sign_in'::text, 'extension'::text, 'phone'::text])))
);
CREATE INDEX sessions_of_parent ON identity.sessions USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX sessions_of_user ON identity.sessions USING btree (user_id, issued_at DESC) WHERE (ended_at IS NULL);

create table identity.signing_keys (
  kid text not null,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint signing_keys_pkey PRIMARY KEY (kid)
);

create table identity.social_states (
  state_hash bytea not null,
  provider text not null,
  nonce text not null,
  verifier text not null,
  browser_hash bytea not null,
  return_path text not null,
  purpose text not null,
  user_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  posted jsonb,
  used_at timestamp with time zone,
  pending jsonb,
  constraint social_states_pkey PRIMARY KEY (state_hash),
  constraint social_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint social_states_browser_hash_check CHECK ((length(browser_hash) = 32)),
  constraint social_states_link_check CHECK (((purpose <> 'link'::text) OR (user_id IS NOT NULL))),
  constraint social_states_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'apple'::text, 'facebook'::text]))),
  constraint social_states_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'link'::text]))),
  constraint social_states_state_hash_check CHECK ((length(state_hash) = 32))
);
CREATE INDEX social_states_by_age ON identity.social_states USING btree (expires_at);

create table identity.time_codes (
  user_id uuid not null,
  secret_sealed bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  constraint time_codes_pkey PRIMARY KEY (user_id),
  constraint time_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id)
);

create table identity.users (
  user_id uuid not null,
  email text,
  name text not null,
  password_hash text,
  language text not null default 'en'::text,
  partner text not null default 'tuppence'::text,
  sid text,
  cid text,
  country_code text,
  coin_onboarding smallint not null default 0,
  subscribed boolean not null default false,
  plus_active boolean not null default false,
  shipping_active boolean not null default false,
  email_verified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  pending_email text,
  merged_into uuid,
  merged_at timestamp with time zone,
  standard_active boolean not null default false,
  closed_at timestamp with time zone,
  looks_allowed_at timestamp with time zone,
  closed_by text,
  constraint users_pkey PRIMARY KEY (user_id),
  constraint users_email_unique UNIQUE (email),
  constraint users_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES identity.users(user_id),
  constraint users_coin_onboarding_check CHECK ((coin_onboarding = ANY (ARRAY[0, 1]))),
  constraint users_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint users_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  constraint users_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint users_merged_check CHECK ((((merged_into IS NULL) = (merged_at IS NULL)) AND (merged_into <> user_id))),
  constraint users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint users_pending_email_check CHECK ((pending_email = lower(pending_email)))
);
CREATE INDEX users_by_age ON identity.users USING btree (created_at DESC, user_id DESC);
CREATE INDEX users_closed ON identity.users USING btree (created_at DESC, user_id DESC) WHERE (closed_at IS NOT NULL);
CREATE INDEX users_email_begins ON identity.users USING btree (email text_pattern_ops);
CREATE INDEX users_merged_into ON identity.users USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX users_name_begins ON identity.users USING btree (lower(name) text_pattern_ops);
CREATE INDEX users_of_partner ON identity.users USING btree (partner, created_at);
CREATE INDEX users_unverified ON identity.users USING btree (created_at DESC, user_id DESC) WHERE ((email_verified_at IS NULL) AND (deleted_at IS NULL) AND (merged_at IS NULL));

create table identity.wrong_codes (
  user_id uuid not null,
  device_hash bytea not null,
  wrong integer not null,
  last_at timestamp with time zone not null,
  told_at timestamp with time zone,
  constraint wrong_codes_pkey PRIMARY KEY (user_id, device_hash),
  constraint wrong_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint wrong_codes_device_hash_check CHECK ((length(device_hash) = ANY (ARRAY[0, 32]))),
  constraint wrong_codes_wrong_check CHECK ((wrong > 0))
);
