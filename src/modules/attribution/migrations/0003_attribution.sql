-- Consent, tracking events, analytics and pixels. No foreign key to accounts: this module stands below them.
create schema attribution;

-- The exact words that people were shown when they chose, one row for each version and language.
create table attribution.wordings (
  version text primary key,
  language text not null check (language in ('en', 'es')),
  words jsonb not null,
  since timestamptz not null
);

-- Appended only: the newest row of a purpose is what holds, the rest is the proof of what was said before.
create table attribution.consents (
  consent_id bigint generated always as identity primary key,
  visitor_id uuid not null,
  user_id uuid,
  purpose text not null check (purpose in ('attribution', 'statistics', 'marketing')),
  given boolean not null,
  version text not null references attribution.wordings,
  language text not null check (language in ('en', 'es')),
  source text not null check (source in ('banner', 'settings', 'signal')),
  country text,
  gpc boolean not null,
  at timestamptz not null
);
create index consents_user on attribution.consents (user_id, consent_id desc) where user_id is not null;
create index consents_visitor on attribution.consents (visitor_id);

-- One partition a day, made ahead and dropped after the retention by a daily job.
create table attribution.events (
  day date not null,
  event_id uuid not null,
  at timestamptz not null,
  action text not null,
  user_id uuid,
  sid text,
  webpartner_id text,
  document json not null,
  primary key (day, event_id)
) partition by range (day);

create table attribution.analytics_clients (
  user_id uuid primary key,
  client_id text not null check (client_id ~ '^[0-9]{1,20}\.[0-9]{1,20}$'),
  at timestamptz not null
);

-- Events that Google Analytics shall hear of; a row goes when it was sent.
create table attribution.analytics_outbox (
  event_id uuid primary key,
  user_id uuid not null,
  client_id text not null,
  name text not null,
  marketing boolean not null,
  at timestamptz not null
);

-- A pixel fires once for a transaction.
create table attribution.pixel_fires (
  user_id uuid not null,
  kind text not null check (kind in ('conversion', 'globaldelayed')),
  transaction_id text not null,
  partner text not null,
  at timestamptz not null,
  primary key (user_id, kind, transaction_id)
);
