create schema mailboxes;

-- Members' private addresses for forwarded mail: the local part says whose it is. One that was replaced takes no mail any more.
create table mailboxes.addresses (
  token text primary key check (token ~ '^[0-9a-z]{20,40}$'),
  user_id uuid not null,
  created_at timestamptz not null,
  stopped_at timestamptz
);
create unique index addresses_current on mailboxes.addresses (user_id) where stopped_at is null;
create index addresses_of_member on mailboxes.addresses (user_id, created_at desc);

-- Mails that were read. What a mail says stands in facts; its text is kept nowhere.
create table mailboxes.mails (
  mail_id uuid primary key,
  user_id uuid not null,
  -- Of the message's name and body: the same mail by two ways is one.
  mail_key bytea not null check (octet_length(mail_key) = 32),
  link_id uuid,
  message_id text not null,
  subject text not null,
  sender text not null,
  sent_at timestamptz not null,
  read_at timestamptz not null,
  proof text not null check (proof in ('signed', 'linked', 'none')),
  -- Why it is no better than it is; empty for a signed one.
  proof_why text not null default '',
  -- What came of it: facts, the code with which a mailbox asks whether it may forward, or nothing and why.
  outcome text not null check (outcome in ('facts', 'code', 'nothing')),
  why text not null default '',
  code text,
  code_href text,
  check ((outcome = 'nothing') = (why <> ''))
);
create unique index mails_once on mailboxes.mails (user_id, mail_key);
create index mails_same on mailboxes.mails (mail_key);
create index mails_of_member on mailboxes.mails (user_id, read_at desc);
create index mails_of_link on mailboxes.mails (link_id) where link_id is not null;
create index mails_empty on mailboxes.mails (read_at) where outcome <> 'facts';

create table mailboxes.facts (
  fact_id uuid primary key,
  mail_id uuid not null references mailboxes.mails (mail_id) on delete cascade,
  user_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('order', 'shipment', 'refund', 'receipt', 'stay', 'car')),
  store jsonb not null,
  -- Amounts are texts of minor units, as in JSON elsewhere.
  content jsonb not null
);
create unique index facts_of_mail on mailboxes.facts (mail_id, position);
create index facts_of_member on mailboxes.facts (user_id);
