-- A message is the beginning of a conversation. Its first entry has the message's own id.
create table help.entries (
  entry_id uuid primary key,
  -- In the order in which they were written.
  place bigint generated always as identity unique,
  message_id uuid not null references help.messages (message_id) on delete cascade,
  -- `note`: for operators alone.
  kind text not null check (kind in ('member', 'house', 'note')),
  -- Of an answer: of the closed list that has words in both languages, or `words`.
  code text,
  words text not null,
  by text check (length(by) between 1 and 100),
  at timestamptz not null,
  check ((kind = 'member') = (by is null)),
  check ((kind = 'house') = (code is not null))
);
create index entries_of_message on help.entries (message_id, place);
insert into help.entries (entry_id, message_id, kind, words, at)
  select message_id, message_id, 'member', body, created_at from help.messages where state <> 'erased' order by created_at;
insert into help.entries (entry_id, message_id, kind, code, words, by, at)
  select answer_id, message_id, 'house', code, words, by, at from help.answers order by at;

-- Files come with an entry.
alter table help.files add column entry_id uuid references help.entries (entry_id) on delete cascade;
update help.files set entry_id = message_id where message_id in (select entry_id from help.entries);
create index files_of_entry on help.files (entry_id);

-- How it stands, and since when: what was answered is resolved, and a network that was asked owes us, and we them, an answer.
alter table help.messages add column state_at timestamptz;
update help.messages m set state_at =
  coalesce((select max(a.at) from help.answers a where a.message_id = m.message_id), m.created_at);
alter table help.messages alter column state_at set not null;
alter table help.messages drop constraint messages_state_check;
drop index help.messages_waiting;
update help.messages set state = case state when 'asked' then 'pending_house' when 'answered' then 'resolved' else state end;
alter table help.messages add constraint messages_state_check
  check (state in ('open', 'pending_member', 'pending_house', 'resolved', 'closed', 'erased'));
create index messages_waiting on help.messages (due_at, message_id) where state in ('open', 'pending_house');
create index messages_moving_on on help.messages (state_at) where state in ('pending_member', 'resolved');
drop table help.answers;
alter table help.messages drop column body;

create table help.moves (
  move_id uuid primary key,
  message_id uuid not null references help.messages (message_id) on delete cascade,
  from_state text not null,
  to_state text not null,
  by text not null check (length(by) between 1 and 100),
  at timestamptz not null
);
create index moves_of_message on help.moves (message_id, at);
