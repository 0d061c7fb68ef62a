-- Who looks after it: an operator by their public id, or a name of the command line.
alter table help.messages add column assigned_to text check (length(assigned_to) between 1 and 100);
create index messages_by_state on help.messages (created_at desc, message_id desc) where state <> 'erased';

-- Answers that are written once and chosen by their code. {{name}}, {{number}} and {{store}} are filled in.
create table help.canned_answers (
  code text primary key check (code ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  en text not null check (length(en) between 1 and 3000),
  es text not null check (length(es) between 1 and 3000),
  by text not null check (length(by) between 1 and 100),
  at timestamptz not null,
  retired_at timestamptz
);
