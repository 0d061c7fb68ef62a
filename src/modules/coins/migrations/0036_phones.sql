-- A number that a member confirmed by a code: kept under a key, with its last figures to show. One number is one account's.
create table coins.phones (
  user_id uuid primary key references identity.users (user_id),
  phone_hash bytea,
  last4 text,
  confirmed_at timestamptz,
  -- For which number a code was sent last; nothing once it was used.
  asked_hash bytea,
  asked_last4 text,
  code_hash bytea,
  code_until timestamptz,
  tries int not null default 0,
  constraint phones_whole check ((phone_hash is null) = (confirmed_at is null) and (phone_hash is null) = (last4 is null)),
  constraint phones_asked check ((asked_hash is null) = (code_hash is null) and (asked_hash is null) = (code_until is null))
);
create unique index phones_once on coins.phones (phone_hash) where phone_hash is not null;
