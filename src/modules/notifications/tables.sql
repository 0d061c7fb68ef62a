-- The schema `notifications` as it stands after all migrations. Written by `npm run tables`.

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
  message_id text,
  headers jsonb not null default '{}'::jsonb,
  constraint mails_pkey PRIMARY KEY (mail_id),
  constraint mails_cause_key UNIQUE (cause),
  constraint mails_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'refused'::text, 'unclear'::text, 'unwanted'::text, 'returned'::text])))
);
CREATE INDEX mails_by_age ON notifications.mails USING btree (created_at DESC, mail_id DESC);
CREATE INDEX mails_by_recipient ON notifications.mails USING btree (recipient, created_at DESC);
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

create table notifications.refusals (
  user_id uuid not null,
  list text not null,
  at timestamp with time zone not null,
  channel text not null,
  constraint refusals_pkey PRIMARY KEY (user_id, list, channel),
  constraint refusals_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'page'::text])))
);

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
  constraint texts_pkey PRIMARY KEY (text_id),
  constraint texts_cause_key UNIQUE (cause),
  constraint texts_body_check CHECK (((length(body) >= 1) AND (length(body) <= 1600))),
  constraint texts_check CHECK (((state = ANY (ARRAY['queued'::text, 'sending'::text])) = (recipient IS NOT NULL))),
  constraint texts_recipient_check CHECK ((recipient ~ '^\+[1-9][0-9]{6,14}$'::text)),
  constraint texts_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'refused'::text])))
);
