-- Mailboxes that members linked by IMAP. The app password lies sealed and goes when it is refused or the link ends.
create table mailboxes.links (
  link_id uuid primary key,
  user_id uuid not null,
  state text not null check (state in ('checking', 'backfilling', 'active', 'paused', 'throttled', 'reauth_needed', 'revoked')),
  address text not null,
  host text not null,
  secret_sealed bytea,
  -- What was agreed to: which words, their hash, when, in which language.
  consent_version text not null,
  consent_hash bytea not null check (octet_length(consent_hash) = 32),
  consent_language text not null check (consent_language in ('en', 'es')),
  consented_at timestamptz not null,
  -- Mails that came before are not asked for.
  since timestamptz not null,
  -- Where reading goes on; another validity means that the numbers are others.
  uid_validity bigint,
  last_uid bigint not null default 0,
  caught_up_at timestamptz,
  last_sync_at timestamptz,
  next_sync_at timestamptz,
  -- How often in a row it failed, and why the last time: a code, never what a server said.
  failures integer not null default 0,
  last_error text check (last_error in ('password_refused', 'unreachable', 'busy', 'no_inbox')),
  failed_at timestamptz,
  looked_at bigint not null default 0,
  too_large bigint not null default 0,
  reauth_since timestamptz,
  reminded_at timestamptz,
  sequence integer not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((secret_sealed is null) = (state in ('checking', 'reauth_needed', 'revoked'))),
  check ((reauth_since is not null) = (state = 'reauth_needed'))
);
-- One link of a mailbox for each member, and so one that is being checked.
create unique index links_open on mailboxes.links (user_id, address) where state <> 'revoked';
create index links_of_member on mailboxes.links (user_id, created_at desc);
create index links_of_address on mailboxes.links (address);
create index links_by_day on mailboxes.links (created_at desc, link_id desc);
create index links_due on mailboxes.links (next_sync_at) where next_sync_at is not null;
create index links_waiting on mailboxes.links (state, changed_at) where state in ('checking', 'reauth_needed');

create table mailboxes.link_events (
  link_id uuid not null references mailboxes.links (link_id) on delete cascade,
  sequence integer not null,
  at timestamptz not null,
  from_state text,
  state text not null,
  by_whom text not null,
  why text not null default '',
  primary key (link_id, sequence)
);
