create schema privacy;

-- What somebody asked of what we keep about them, and what became of it. The register of it is kept for 24 months after its end, of
-- members who have left without who it was.
create table privacy.requests (
  request_id uuid primary key,
  number text not null unique check (number ~ '^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$'),
  user_id uuid references identity.users (user_id),
  email text not null,
  language text not null check (language in ('en', 'es')),
  partner text not null,
  right_asked text not null check (right_asked in ('know', 'delete', 'correct', 'opt_out')),
  words text not null,
  state text not null check (state in ('unverified', 'open', 'extended', 'answered', 'refused', 'expired')),
  -- Of the link that proves the address; whoever presses it again reads how the request stands, until it ends.
  token_hash bytea unique,
  link_until timestamptz,
  asked_at timestamptz not null,
  verified_at timestamptz,
  due_on date not null,
  ended_at timestamptz,
  reason text check (reason in ('not_yours', 'nothing_kept', 'law_keeps_it', 'asked_often', 'withdrawn')),
  sequence integer not null,
  check ((reason is not null) = (state = 'refused')),
  check ((ended_at is not null) = (state in ('answered', 'refused', 'expired'))),
  check ((token_hash is null) = (link_until is null))
);
-- Of one kind an address has one that is not answered yet, however often and however fast it is asked for.
create unique index requests_one_open on privacy.requests (email, right_asked)
  where state in ('unverified', 'open', 'extended') and email <> '';
create index requests_due on privacy.requests (due_on, request_id) where state in ('open', 'extended');
create index requests_by_user on privacy.requests (user_id, asked_at desc) where user_id is not null;
create index requests_by_email on privacy.requests (email, asked_at desc) where email <> '';
create index requests_by_time on privacy.requests (asked_at, request_id);
create index requests_by_end on privacy.requests (ended_at) where ended_at is not null;
create index requests_by_link on privacy.requests (link_until) where link_until is not null;

create table privacy.request_events (
  request_id uuid not null references privacy.requests (request_id) on delete cascade,
  sequence integer not null,
  state text not null,
  at timestamptz not null,
  by_whom text not null,
  -- What the answer said, why it takes longer, or what its writer added.
  note text not null,
  primary key (request_id, sequence)
);
