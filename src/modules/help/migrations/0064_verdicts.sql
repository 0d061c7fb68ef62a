-- Whether it was solved, as whoever wrote says; their last word counts.
create table help.verdicts (
  message_id uuid primary key references help.messages (message_id) on delete cascade,
  solved boolean not null,
  at timestamptz not null
);
create index verdicts_by_day on help.verdicts (at);

-- Whether an answer of the FAQ helped. A vote's id follows from a word that one browser made up for one question: no two votes can be tied together.
create table help.faq_votes (
  vote_id uuid primary key,
  question text not null check (question ~ '^[a-z0-9-]{1,80}$'),
  language text not null check (language in ('en', 'es')),
  helpful boolean not null,
  -- What was missing, in a line.
  missing text not null default '' check (length(missing) <= 300),
  at timestamptz not null
);
create index faq_votes_by_day on help.faq_votes (at desc, vote_id desc);

-- What was searched for among questions and found none, by day, without persons.
create table help.lost_searches (
  day date not null,
  language text not null check (language in ('en', 'es')),
  searched text not null check (length(searched) between 1 and 60),
  times integer not null,
  primary key (day, language, searched)
);
