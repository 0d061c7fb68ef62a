-- A text to a phone, written in the transaction that caused it; the cause makes it one. The number is kept until it is sent.
create table notifications.texts (
  text_id uuid primary key,
  cause text not null unique,
  recipient text check (recipient ~ '^\+[1-9][0-9]{6,14}$'),
  body text not null check (length(body) between 1 and 1600),
  state text not null check (state in ('queued', 'sent', 'refused')),
  provider_id text,
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'queued') = (recipient is not null))
);
