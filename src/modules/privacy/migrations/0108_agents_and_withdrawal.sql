-- Who asked may let a request go before it is carried out, and somebody may ask for somebody else (11 CCR § 7063).
alter table privacy.requests drop constraint requests_state_check;
alter table privacy.requests add constraint requests_state_check
  check (state in ('unverified', 'open', 'extended', 'answered', 'refused', 'withdrawn', 'expired'));
alter table privacy.requests drop constraint requests_check1;
alter table privacy.requests add constraint requests_check1
  check ((ended_at is not null) = (state in ('answered', 'refused', 'withdrawn', 'expired')));
alter table privacy.requests drop constraint requests_reason_check;
alter table privacy.requests add constraint requests_reason_check
  check (reason in ('not_yours', 'no_permission', 'nothing_kept', 'law_keeps_it', 'asked_often', 'withdrawn'));

-- The agent who asks for the address; its name and address go with the person's, that there was one is kept for the register.
alter table privacy.requests add column permission text check (permission in ('signed', 'attorney'));
alter table privacy.requests add column agent_name text not null default '';
alter table privacy.requests add column agent_email text not null default '';
-- What the agent is told instead of the number, by which the state could be read.
alter table privacy.requests add column agent_number text not null default '';
alter table privacy.requests add constraint requests_agent_check check (permission is not null or (agent_name = '' and agent_email = ''));

-- What an agent asks stands beside what the person asks: neither is in the other's way.
drop index privacy.requests_one_open;
create unique index requests_one_open on privacy.requests (email, right_asked, agent_email)
  where state in ('unverified', 'open', 'extended') and email <> '';
-- Whether somebody may act for another is looked at by a person, within the same time.
drop index privacy.requests_due;
create index requests_due on privacy.requests (due_on, request_id)
  where state in ('open', 'extended') or (state = 'unverified' and permission = 'attorney');
create index requests_by_agent on privacy.requests (agent_number) where agent_number <> '';
