-- By when somebody was promised an answer, and what was answered. `asked`: the store's network has the question now.
alter table help.messages add column due_at timestamptz;
update help.messages set due_at = created_at + interval '3 days' where state = 'open';
alter table help.messages drop constraint messages_state_check;
alter table help.messages add constraint messages_state_check check (state in ('open', 'asked', 'answered', 'erased'));

create table help.answers (
  answer_id uuid primary key,
  message_id uuid not null references help.messages (message_id) on delete cascade,
  -- Of the closed list that its letter has words for.
  code text not null,
  -- What a person wrote beside it, in the writer's language.
  words text not null,
  by text not null check (length(by) between 1 and 100),
  at timestamptz not null
);
create index answers_of_message on help.answers (message_id, at);

drop index help.messages_open;
create index messages_waiting on help.messages (due_at, message_id) where state in ('open', 'asked');
