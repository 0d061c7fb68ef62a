-- Mails that came and that nobody vouches for: a person says what becomes of each.
create table help.held_letters (
  held_id uuid primary key,
  -- The conversation that it names; null for none.
  message_id uuid references help.messages (message_id) on delete cascade,
  email text not null,
  subject text not null,
  words text not null,
  language text not null check (language in ('en', 'es')),
  partner text not null,
  why text not null check (why in ('unsigned', 'not_the_writer')),
  files_left integer not null default 0,
  at timestamptz not null,
  decided_at timestamptz,
  decided_by text check (length(decided_by) between 1 and 100),
  decision text check (decision in ('taken', 'dropped')),
  check ((decided_at is null) = (decision is null))
);
create index held_letters_waiting on help.held_letters (at) where decided_at is null;
create index held_letters_of_message on help.held_letters (message_id);
