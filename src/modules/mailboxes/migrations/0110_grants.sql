-- Mailboxes are linked by a provider's own sign-in as well. Where reading goes on is the provider's matter, and so one text.
alter table mailboxes.links
  add column provider text not null default 'imap' check (provider in ('imap', 'gmail', 'microsoft')),
  add column cursor text;
update mailboxes.links set cursor = uid_validity || ':' || last_uid where uid_validity is not null;
alter table mailboxes.links drop column uid_validity, drop column last_uid;

-- Journeys to a provider's sign-in: each is good once, for ten minutes, in the browser that set out.
create table mailboxes.grant_starts (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  user_id uuid not null,
  provider text not null check (provider in ('gmail', 'microsoft')),
  verifier text not null,
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  consent_version text not null,
  consent_language text not null check (consent_language in ('en', 'es')),
  consented_at timestamptz not null,
  expires_at timestamptz not null
);
create index grant_starts_of_member on mailboxes.grant_starts (user_id);
create index grant_starts_ended on mailboxes.grant_starts (expires_at);
