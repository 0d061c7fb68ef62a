create table identity.passkeys (
  credential_id text primary key,
  user_id uuid not null references identity.users (user_id),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 80),
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on identity.passkeys (user_id, created_at);

-- One authenticator app a member. The secret is sealed; a step of time is used once.
create table identity.time_codes (
  user_id uuid primary key references identity.users (user_id),
  secret_sealed bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table identity.recovery_codes (
  user_id uuid not null references identity.users (user_id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What waits for an answer: a browser's key, or the second step after a password.
create table identity.challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  kind text not null check (kind in ('passkey_added', 'passkey_used', 'second_step')),
  user_id uuid references identity.users (user_id),
  expires_at timestamptz not null,
  used_at timestamptz,
  tries smallint not null default 0
);
create index challenges_by_age on identity.challenges (expires_at);
