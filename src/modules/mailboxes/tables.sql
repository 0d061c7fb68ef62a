-- The schema `mailboxes` as it stands after all migrations. Written by `npm run tables`.

create table mailboxes.addresses (
  token text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  main boolean not null default true,
  constraint addresses_pkey PRIMARY KEY (token),
  constraint addresses_token_check CHECK ((token ~ '^[0-9a-z]{20,40}$'::text))
);
CREATE UNIQUE INDEX addresses_current ON mailboxes.addresses USING btree (user_id) WHERE ((stopped_at IS NULL) AND main);
CREATE INDEX addresses_of_member ON mailboxes.addresses USING btree (user_id, created_at DESC);

create table mailboxes.facts (
  fact_id uuid not null,
  mail_id uuid not null,
  user_id uuid not null,
  position integer not null,
  kind text not null,
  store jsonb not null,
  content jsonb not null,
  constraint facts_pkey PRIMARY KEY (fact_id),
  constraint facts_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mailboxes.mails(mail_id) ON DELETE CASCADE,
  constraint facts_kind_check CHECK ((kind = ANY (ARRAY['order'::text, 'shipment'::text, 'refund'::text, 'receipt'::text, 'stay'::text, 'car'::text])))
);
CREATE UNIQUE INDEX facts_of_mail ON mailboxes.facts USING btree (mail_id, "position");
CREATE INDEX facts_of_member ON mailboxes.facts USING btree (user_id);

create table mailboxes.grant_starts (
  state_hash bytea not null,
  user_id uuid not null,
  provider text not null,
  verifier text not null,
  browser_hash bytea not null,
  consent_version text not null,
  consent_language text not null,
  consented_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint grant_starts_pkey PRIMARY KEY (state_hash),
  constraint grant_starts_browser_hash_check CHECK ((octet_length(browser_hash) = 32)),
  constraint grant_starts_consent_language_check CHECK ((consent_language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint grant_starts_provider_check CHECK ((provider = ANY (ARRAY['gmail'::text, 'microsoft'::text]))),
  constraint grant_starts_state_hash_check CHECK ((octet_length(state_hash) = 32))
);
CREATE INDEX grant_starts_ended ON mailboxes.grant_starts USING btree (expires_at);
CREATE INDEX grant_starts_of_member ON mailboxes.grant_starts USING btree (user_id);

create table mailboxes.link_events (
  link_id uuid not null,
  sequence integer not null,
  at timestamp with time zone not null,
  from_state text,
  state text not null,
  by_whom text not null,
  why text not null default ''::text,
  constraint link_events_pkey PRIMARY KEY (link_id, sequence),
  constraint link_events_link_id_fkey FOREIGN KEY (link_id) REFERENCES mailboxes.links(link_id) ON DELETE CASCADE
);

create table mailboxes.links (
  link_id uuid not null,
  user_id uuid not null,
  state text not null,
  address text not null,
  host text not null,
  secret_sealed bytea,
  consent_version text not null,
  consent_hash bytea not null,
  consent_language text not null,
  consented_at timestamp with time zone not null,
  since timestamp with time zone not null,
  caught_up_at timestamp with time zone,
  last_sync_at timestamp with time zone,
  next_sync_at timestamp with time zone,
  failures integer not null default 0,
  last_error text,
  failed_at timestamp with time zone,
  looked_at bigint not null default 0,
  too_large bigint not null default 0,
  reauth_since timestamp with time zone,
  reminded_at timestamp with time zone,
  sequence integer not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  provider text not null default 'imap'::text,
  cursor text,
  constraint links_pkey PRIMARY KEY (link_id),
  constraint links_check CHECK (((secret_sealed IS NULL) = (state = ANY (ARRAY['checking'::text, 'reauth_needed'::text, 'revoked'::text])))),
  constraint links_check1 CHECK (((reauth_since IS NOT NULL) = (state = 'reauth_needed'::text))),
  constraint links_consent_hash_check CHECK ((octet_length(consent_hash) = 32)),
  constraint links_consent_language_check CHECK ((consent_language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint links_last_error_check CHECK ((last_error = ANY (ARRAY['password_refused'::text, 'unreachable'::text, 'busy'::text, 'no_inbox'::text]))),
  constraint links_provider_check CHECK ((provider = ANY (ARRAY['imap'::text, 'gmail'::text, 'microsoft'::text]))),
  constraint links_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'backfilling'::text, 'active'::text, 'paused'::text, 'throttled'::text, 'reauth_needed'::text, 'revoked'::text])))
);
CREATE INDEX links_by_day ON mailboxes.links USING btree (created_at DESC, link_id DESC);
CREATE INDEX links_due ON mailboxes.links USING btree (next_sync_at) WHERE (next_sync_at IS NOT NULL);
CREATE INDEX links_of_address ON mailboxes.links USING btree (address);
CREATE INDEX links_of_member ON mailboxes.links USING btree (user_id, created_at DESC);
CREATE UNIQUE INDEX links_open ON mailboxes.links USING btree (user_id, address) WHERE (state <> 'revoked'::text);
CREATE INDEX links_waiting ON mailboxes.links USING btree (state, changed_at) WHERE (state = ANY (ARRAY['checking'::text, 'reauth_needed'::text]));

create table mailboxes.mails (
  mail_id uuid not null,
  user_id uuid not null,
  mail_key bytea not null,
  link_id uuid,
  message_id text not null,
  subject text not null,
  sender text not null,
  sent_at timestamp with time zone not null,
  read_at timestamp with time zone not null,
  proof text not null,
  proof_why text not null default ''::text,
  outcome text not null,
  why text not null default ''::text,
  code text,
  code_href text,
  constraint mails_pkey PRIMARY KEY (mail_id),
  constraint mails_check CHECK (((outcome = 'nothing'::text) = (why <> ''::text))),
  constraint mails_mail_key_check CHECK ((octet_length(mail_key) = 32)),
  constraint mails_outcome_check CHECK ((outcome = ANY (ARRAY['facts'::text, 'code'::text, 'nothing'::text]))),
  constraint mails_proof_check CHECK ((proof = ANY (ARRAY['signed'::text, 'linked'::text, 'none'::text])))
);
CREATE INDEX mails_empty ON mailboxes.mails USING btree (read_at) WHERE (outcome <> 'facts'::text);
CREATE INDEX mails_of_link ON mailboxes.mails USING btree (link_id) WHERE (link_id IS NOT NULL);
CREATE INDEX mails_of_member ON mailboxes.mails USING btree (user_id, read_at DESC);
CREATE UNIQUE INDEX mails_once ON mailboxes.mails USING btree (user_id, mail_key);
CREATE INDEX mails_same ON mailboxes.mails USING btree (mail_key);
