-- The schema `notifications` as it stands after all migrations. Written by `npm run tables`.

create table notifications.choices (
  user_id uuid not null,
  list text not null,
  at timestamp with time zone not null,
  channel text not null,
  is_on boolean not null,
  constraint choices_pkey PRIMARY KEY (user_id, list, channel),
  constraint choices_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'page'::text, 'push'::text, 'text'::text])))
);

create table notifications.mails (
  mail_id uuid not null,
  cause text not null,
  user_id uuid,
  template text not null,
  language text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  plain text not null,
  list text not null,
  state text not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  attempts integer not null default 0,
  last_error text,
  secret boolean not null default false,
  reply_to text,
  partner text,
  brief jsonb,
  digest_id uuid,
  message_id text,
  headers jsonb not null default '{}'::jsonb,
  constraint mails_pkey PRIMARY KEY (mail_id),
  constraint mails_cause_key UNIQUE (cause),
  constraint mails_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES notifications.mails(mail_id),
  constraint mails_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'refused'::text, 'unclear'::text, 'unwanted'::text, 'returned'::text, 'gathered'::text, 'digested'::text])))
);
CREATE INDEX mails_by_age ON notifications.mails USING btree (created_at DESC, mail_id DESC);
CREATE INDEX mails_by_recipient ON notifications.mails USING btree (recipient, created_at DESC);
CREATE INDEX mails_gathered ON notifications.mails USING btree (user_id, created_at) WHERE (state = 'gathered'::text);
CREATE INDEX mails_letter ON notifications.mails USING btree (template, language, created_at DESC, mail_id DESC);
CREATE INDEX mails_of_digest ON notifications.mails USING btree (digest_id) WHERE (digest_id IS NOT NULL);
CREATE INDEX mails_of_user ON notifications.mails USING btree (user_id, created_at DESC);
CREATE INDEX mails_undelivered ON notifications.mails USING btree (created_at DESC, mail_id DESC) WHERE (state = ANY (ARRAY['failed'::text, 'refused'::text, 'unclear'::text]));

create table notifications.notices (
  notice_id uuid not null,
  cause text not null,
  user_id uuid not null,
  list text not null,
  title_en text not null,
  title_es text not null,
  body_en text not null,
  body_es text not null,
  href text,
  at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint notices_pkey PRIMARY KEY (notice_id),
  constraint notices_cause_key UNIQUE (cause),
  constraint notices_href_check CHECK ((href ~~ '/%'::text))
);
CREATE INDEX notices_by_age ON notifications.notices USING btree (at);
CREATE INDEX notices_of_user ON notifications.notices USING btree (user_id, at DESC, notice_id DESC);
CREATE INDEX notices_unread ON notifications.notices USING btree (user_id) WHERE (read_at IS NULL);

create table notifications.preferences (
  user_id uuid not null,
  zone text,
  quiet boolean not null,
  quiet_from smallint not null,
  quiet_until smallint not null,
  digest text not null,
  shows_details boolean not null,
  changed_at timestamp with time zone not null,
  constraint preferences_pkey PRIMARY KEY (user_id),
  constraint preferences_check CHECK ((quiet_from <> quiet_until)),
  constraint preferences_digest_check CHECK ((digest = ANY (ARRAY['none'::text, 'daily'::text, 'weekly'::text]))),
  constraint preferences_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 23))),
  constraint preferences_quiet_until_check CHECK (((quiet_until >= 0) AND (quiet_until <= 23)))
);

create table notifications.push_copies (
  push_id uuid not null,
  subscription_id uuid not null,
  answer text not null,
  detail text,
  at timestamp with time zone not null,
  constraint push_copies_pkey PRIMARY KEY (push_id, subscription_id),
  constraint push_copies_push_id_fkey FOREIGN KEY (push_id) REFERENCES notifications.pushes(push_id) ON DELETE CASCADE,
  constraint push_copies_answer_check CHECK ((answer = ANY (ARRAY['taken'::text, 'gone'::text, 'refused'::text])))
);

create table notifications.push_history (
  push_id uuid not null,
  number smallint not null,
  state text not null,
  detail text,
  at timestamp with time zone not null,
  constraint push_history_pkey PRIMARY KEY (push_id, number),
  constraint push_history_push_id_fkey FOREIGN KEY (push_id) REFERENCES notifications.pushes(push_id) ON DELETE CASCADE
);

create table notifications.pushes (
  push_id uuid not null,
  cause text not null,
  user_id uuid not null,
  list text not null,
  title text not null,
  body text not null,
  href text,
  language text not null,
  partner text,
  state text not null,
  created_at timestamp with time zone not null,
  held_until timestamp with time zone,
  constraint pushes_pkey PRIMARY KEY (push_id),
  constraint pushes_cause_key UNIQUE (cause),
  constraint pushes_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint pushes_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'held_quiet'::text, 'sent'::text, 'clicked'::text, 'failed'::text, 'pruned'::text])))
);
CREATE INDEX pushes_by_age ON notifications.pushes USING btree (created_at);
CREATE INDEX pushes_of_user ON notifications.pushes USING btree (user_id, created_at DESC);

create table notifications.returned (
  address text not null,
  reason text not null,
  detail text not null,
  told_by text not null,
  since timestamp with time zone not null,
  constraint returned_pkey PRIMARY KEY (address),
  constraint returned_address_check CHECK ((address = lower(address))),
  constraint returned_reason_check CHECK ((reason = ANY (ARRAY['bounce'::text, 'complaint'::text])))
);

create table notifications.subscriptions (
  subscription_id uuid not null,
  endpoint text not null,
  p256dh text,
  auth text,
  user_id uuid not null,
  session_id uuid not null,
  user_agent text not null,
  bound_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  kind text not null,
  constraint subscriptions_pkey PRIMARY KEY (subscription_id),
  constraint subscriptions_endpoint_key UNIQUE (endpoint),
  constraint subscriptions_endpoint_check CHECK ((length(endpoint) <= 2000)),
  constraint subscriptions_keys_check CHECK (((kind = 'browser'::text) = ((p256dh IS NOT NULL) AND (auth IS NOT NULL)))),
  constraint subscriptions_kind_check CHECK ((kind = ANY (ARRAY['browser'::text, 'phone'::text, 'iphone'::text])))
);
CREATE INDEX subscriptions_of_user ON notifications.subscriptions USING btree (user_id);

create table notifications.text_consents (
  consent_id uuid not null,
  user_id uuid,
  phone bytea,
  phone_hash bytea not null,
  last4 text not null,
  language text not null,
  partner text,
  words text not null,
  given_by text not null,
  given_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  constraint text_consents_pkey PRIMARY KEY (consent_id),
  constraint text_consents_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint text_consents_check1 CHECK (((ended_at IS NOT NULL) OR (phone IS NOT NULL))),
  constraint text_consents_end_reason_check CHECK ((end_reason = ANY (ARRAY['page'::text, 'stop_word'::text, 'number_gone'::text, 'new_number'::text, 'account_gone'::text]))),
  constraint text_consents_given_by_check CHECK ((given_by = ANY (ARRAY['page'::text, 'text'::text]))),
  constraint text_consents_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint text_consents_last4_check CHECK ((last4 ~ '^\d{4}$'::text))
);
CREATE INDEX text_consents_by_phone ON notifications.text_consents USING btree (phone_hash, given_at DESC);
CREATE INDEX text_consents_by_user ON notifications.text_consents USING btree (user_id, given_at DESC);
CREATE UNIQUE INDEX text_consents_of_phone ON notifications.text_consents USING btree (phone_hash) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX text_consents_of_user ON notifications.text_consents USING btree (user_id) WHERE (ended_at IS NULL);

create table notifications.texts (
  text_id uuid not null,
  cause text not null,
  recipient text,
  body text not null,
  state text not null,
  provider_id text,
  reason text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  user_id uuid,
  list text,
  partner text,
  constraint texts_pkey PRIMARY KEY (text_id),
  constraint texts_cause_key UNIQUE (cause),
  constraint texts_body_check CHECK (((length(body) >= 1) AND (length(body) <= 1600))),
  constraint texts_check CHECK (((state = ANY (ARRAY['queued'::text, 'sending'::text])) = (recipient IS NOT NULL))),
  constraint texts_recipient_check CHECK ((recipient ~ '^\+[1-9][0-9]{6,14}$'::text)),
  constraint texts_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'refused'::text, 'unwanted'::text])))
);
CREATE INDEX texts_of_user ON notifications.texts USING btree (user_id, created_at DESC) WHERE (user_id IS NOT NULL);
