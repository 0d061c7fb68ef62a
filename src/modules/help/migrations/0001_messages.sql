create schema help;

-- What people write to us. Whoever writes twice with one form wrote once.
create table help.messages (
  message_id uuid primary key,
  -- What we and they call it: without letters and figures that look alike.
  number text not null unique check (number ~ '^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$'),
  user_id uuid,
  email text,
  name text not null default '',
  language text not null check (language in ('en', 'es')),
  partner text not null,
  topic text not null,
  body text not null,
  -- Of a purchase that is missing: store, order_number, ordered_on (civil day), amount_minor (cents).
  purchase jsonb,
  state text not null default 'open' check (state in ('open', 'answered', 'erased')),
  created_at timestamptz not null
);
create index messages_of_member on help.messages (user_id, created_at desc);
create index messages_by_day on help.messages (created_at);

-- Receipts and pictures. They come before their message and are dropped when it does not come.
create table help.files (
  file_id uuid primary key,
  message_id uuid references help.messages (message_id) on delete cascade,
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  bytes bytea not null,
  created_at timestamptz not null
);
create index files_of_message on help.files (message_id);
create index files_without_message on help.files (created_at) where message_id is null;

-- How somebody rates the service: the last word of each member counts.
create table help.reviews (
  review_id uuid primary key,
  user_id uuid unique,
  stars integer not null check (stars between 1 and 5),
  words text not null default '',
  language text not null check (language in ('en', 'es')),
  partner text not null,
  at timestamptz not null
);
