create schema notifications;

-- Every mail that was ever decided on, written in the transaction that caused it. The cause makes it one mail.
create table notifications.mails (
  mail_id uuid primary key,
  cause text not null unique,
  user_id uuid,
  template text not null,
  language text not null check (language in ('en', 'es')),
  recipient text not null,
  subject text not null,
  html text not null,
  plain text not null,
  list text not null,
  state text not null check (state in ('queued', 'sent', 'failed', 'unwanted')),
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts int not null default 0,
  last_error text
);
create index mails_of_user on notifications.mails (user_id, created_at desc);

-- What a member does not want any more. Absent: wanted.
create table notifications.refusals (
  user_id uuid not null,
  list text not null,
  at timestamptz not null,
  primary key (user_id, list)
);
