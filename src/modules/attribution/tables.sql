-- The schema `attribution` as it stands after all migrations. Written by `npm run tables`.

create table attribution.analytics_clients (
  user_id uuid not null,
  client_id text not null,
  at timestamp with time zone not null,
  constraint analytics_clients_pkey PRIMARY KEY (user_id),
  constraint analytics_clients_client_id_check CHECK ((client_id ~ '^[0-9]{1,20}\.[0-9]{1,20}$'::text))
);

create table attribution.analytics_outbox (
  event_id uuid not null,
  user_id uuid not null,
  client_id text not null,
  name text not null,
  marketing boolean not null,
  at timestamp with time zone not null,
  constraint analytics_outbox_pkey PRIMARY KEY (event_id)
);

create table attribution.consents (
  consent_id bigint not null generated always as identity,
  visitor_id uuid not null,
  user_id uuid,
  purpose text not null,
  given boolean not null,
  version text not null,
  language text not null,
  source text not null,
  country text,
  gpc boolean not null,
  at timestamp with time zone not null,
  constraint consents_pkey PRIMARY KEY (consent_id),
  constraint consents_version_fkey FOREIGN KEY (version) REFERENCES attribution.wordings(version),
  constraint consents_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint consents_purpose_check CHECK ((purpose = ANY (ARRAY['attribution'::text, 'statistics'::text, 'marketing'::text]))),
  constraint consents_source_check CHECK ((source = ANY (ARRAY['banner'::text, 'settings'::text, 'signal'::text, 'request'::text])))
);
CREATE INDEX consents_user ON attribution.consents USING btree (user_id, consent_id DESC) WHERE (user_id IS NOT NULL);
CREATE INDEX consents_visitor ON attribution.consents USING btree (visitor_id);

create table attribution.events (
  day date not null,
  event_id uuid not null,
  at timestamp with time zone not null,
  action text not null,
  user_id uuid,
  sid text,
  webpartner_id text,
  document json not null,
  constraint events_pkey PRIMARY KEY (day, event_id)
);

create table attribution.pixel_fires (
  user_id uuid not null,
  kind text not null,
  transaction_id text not null,
  partner text not null,
  at timestamp with time zone not null,
  constraint pixel_fires_pkey PRIMARY KEY (user_id, kind, transaction_id),
  constraint pixel_fires_kind_check CHECK ((kind = ANY (ARRAY['conversion'::text, 'globaldelayed'::text])))
);

create table attribution.wordings (
  version text not null,
  language text not null,
  words jsonb not null,
  since timestamp with time zone not null,
  constraint wordings_pkey PRIMARY KEY (version),
  constraint wordings_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])))
);
