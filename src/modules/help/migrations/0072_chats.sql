-- A chat is a way of a conversation: its words are entries, as those of any other.
create table help.chats (
  message_id uuid primary key references help.messages (message_id) on delete cascade,
  state text not null,
  state_at timestamptz not null,
  -- When either side wrote last.
  said_at timestamptz not null,
  -- Whether the writer's address is proven: no word goes to another.
  is_proven boolean not null,
  -- Of the code that proves it: which one, and how often it was tried.
  proof_round integer not null default 0 check (proof_round between 0 and 3),
  proof_tries integer not null default 0,
  -- Places of entries: what the writer has seen, what they were mailed because they had not, and where the last transcript ended.
  seen_place bigint not null default 0,
  mailed_place bigint not null default 0,
  transcript_place bigint not null default 0,
  constraint chats_state_check check (state in ('waiting', 'open', 'ticket', 'idle', 'ended'))
);
create index chats_live on help.chats (said_at) where state <> 'ended';

create table help.chat_moves (
  move_id uuid primary key,
  message_id uuid not null references help.chats (message_id) on delete cascade,
  from_state text not null,
  to_state text not null,
  by text not null check (length(by) between 1 and 100),
  at timestamptz not null
);
create index chat_moves_of_message on help.chat_moves (message_id, at);
