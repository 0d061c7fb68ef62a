create schema identity;

create table identity.users (
  user_id uuid primary key,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 120),
  password_hash text,
  language text not null default 'en' check (language in ('en', 'es')),
  partner text not null default 'tuppence',
  sid text,
  cid text,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  coin_onboarding smallint not null default 0 check (coin_onboarding in (0, 1)),
  subscribed boolean not null default false,
  plus_active boolean not null default false,
  shipping_active boolean not null default false,
  email_verified_at timestamptz,
  created_at timestamptz not null,
  constraint users_email_unique unique (email)
);

create table identity.sessions (
  session_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  bind_hash bytea not null check (length(bind_hash) = 32),
  user_agent text not null default '',
  address text not null default '',
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'password_changed', 'replaced'))
);
create index sessions_of_user on identity.sessions (user_id, issued_at desc) where ended_at is null;

-- Private keys that sign login tokens. The newest signs; older ones verify until the last token they signed has expired.
create table identity.signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

create table identity.access_attempts (
  attempt_id bigint generated always as identity primary key,
  path text not null,
  from_reference boolean not null,
  at timestamptz not null
);
