-- Somebody who signs in with another account may bring no address; a merged account stays as a row that says where it went.
alter table identity.users
  alter column email drop not null,
  add column merged_into uuid references identity.users (user_id),
  add column merged_at timestamptz,
  add constraint users_merged_check check ((merged_into is null) = (merged_at is null) and merged_into <> user_id);
create index users_merged_into on identity.users (merged_into) where merged_into is not null;

create table identity.linked_accounts (
  link_id uuid primary key,
  provider text not null check (provider in ('google', 'apple', 'facebook')),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references identity.users (user_id),
  email text check (email = lower(email)),
  email_verified boolean not null default false,
  is_private_email boolean not null default false,
  -- False once the provider says that it no longer forwards mail to a private address.
  email_works boolean not null default true,
  -- Sealed; needed to end the consent at the provider when the link goes.
  refresh_token bytea,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint linked_accounts_unique unique (provider, subject)
);
create index linked_accounts_of_user on identity.linked_accounts (user_id, linked_at);

-- One row for each time somebody sets out to a provider. The state itself is kept as a hash.
create table identity.social_states (
  state_hash bytea primary key check (length(state_hash) = 32),
  provider text not null check (provider in ('google', 'apple', 'facebook')),
  nonce text not null,
  verifier text not null,
  browser_hash bytea not null check (length(browser_hash) = 32),
  return_path text not null,
  purpose text not null check (purpose in ('sign_in', 'link')),
  user_id uuid references identity.users (user_id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- What a provider posted across sites, until the browser comes back with its cookies.
  posted jsonb,
  used_at timestamptz,
  -- A proven account at the provider that waits for its owner to authenticate here.
  pending jsonb,
  constraint social_states_link_check check (purpose <> 'link' or user_id is not null)
);
create index social_states_by_age on identity.social_states (expires_at);

-- Requests to delete what a provider told us, answered with a code that its owner can look up.
create table identity.provider_deletions (
  code text primary key,
  provider text not null,
  links integer not null,
  at timestamptz not null
);
