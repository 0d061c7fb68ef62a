-- Addresses that partners told us of. Nobody has an account by that: it is opened by whoever has the link of the one letter.
create table identity.invitations (
  invitation_id uuid primary key,
  hash bytea not null unique,
  -- By which an address is known again when it is gone itself: it is written to once, whoever tells us of it.
  address_hash bytea not null unique,
  -- Emptied once it was used or its time is over.
  email text not null,
  name text not null,
  language text not null check (language in ('en', 'es')),
  partner text not null,
  sid text,
  cid text,
  -- The partner's key, by its public id.
  told_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index invitations_expire on identity.invitations (expires_at);
