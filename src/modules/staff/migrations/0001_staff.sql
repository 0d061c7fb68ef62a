-- The people who run the service. Nothing here is a member's: other accounts, other sessions, other keys.
create schema staff;

create table staff.people (
  person_id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null check (length(name) between 1 and 120),
  roles text[] not null check (roles <@ array['support', 'claims', 'finance', 'catalogue', 'content', 'analyst', 'owner'] and cardinality(roles) > 0),
  state text not null check (state = any (array['invited', 'active', 'off'])),
  created_at timestamptz not null,
  state_at timestamptz not null
);
create table staff.person_events (
  person_id uuid not null references staff.people,
  sequence int not null,
  from_state text,
  to_state text not null,
  by text not null,
  at timestamptz not null,
  primary key (person_id, sequence)
);

-- One-time links that lead to a first passkey, or to a new one where all were lost.
create table staff.links (
  link_hash bytea primary key,
  person_id uuid not null references staff.people,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index links_of_person on staff.links (person_id);

create table staff.passkeys (
  credential_id text primary key,
  person_id uuid not null references staff.people,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_person on staff.passkeys (person_id);

create table staff.challenges (
  challenge_hash bytea primary key,
  kind text not null check (kind in ('key_added', 'key_used', 'confirmed')),
  person_id uuid references staff.people,
  expires_at timestamptz not null
);

-- Where the settings allow it: a password, always with a code of an app.
create table staff.passwords (
  person_id uuid primary key references staff.people,
  password_hash text not null,
  secret_sealed bytea not null,
  last_step bigint not null default 0,
  confirmed_at timestamptz,
  created_at timestamptz not null
);

create table staff.sessions (
  session_id uuid primary key,
  token_hash bytea not null unique,
  person_id uuid not null references staff.people,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  confirmed_at timestamptz not null,
  ended_at timestamptz,
  user_agent text not null,
  address text not null
);
create index sessions_of_person on staff.sessions (person_id, created_at desc);

-- What was decided on the desk or on an object: carried out later, unless it is undone, and after a second person where one is asked.
create table staff.decisions (
  decision_id uuid primary key,
  place text not null check (place in ('queue', 'object')),
  name text not null,
  item text not null,
  line text not null,
  act text not null,
  reason text not null,
  told jsonb not null,
  content_hash bytea not null,
  state text not null check (state = any (array['second', 'waiting', 'running', 'done', 'refused', 'failed', 'undone', 'rejected', 'expired'])),
  by_person uuid not null references staff.people,
  second_permission text,
  second_person uuid references staff.people,
  due_at timestamptz,
  decided_at timestamptz not null,
  carry_at timestamptz not null,
  expires_at timestamptz,
  leased_until timestamptz,
  sequence int not null,
  outcome text,
  state_at timestamptz not null,
  check (second_person is distinct from by_person)
);
-- Two operators never both decide.
create unique index decisions_open on staff.decisions (item) where state in ('second', 'waiting', 'running');
create index decisions_newest on staff.decisions (decided_at desc);
create index decisions_of_item on staff.decisions (item, decided_at desc);
create table staff.decision_events (
  decision_id uuid not null references staff.decisions,
  sequence int not null,
  from_state text,
  to_state text not null,
  by text not null,
  detail text,
  at timestamptz not null,
  primary key (decision_id, sequence)
);

-- Who did and saw what. Each row is hashed with the one before it, so that nothing is changed or left out unseen.
create table staff.audit (
  number bigint primary key,
  at timestamptz not null,
  by_person uuid references staff.people,
  who text not null,
  as_whom text,
  what text not null,
  object text not null,
  facts jsonb not null,
  reason text not null,
  address text not null,
  request_id text not null,
  hash bytea not null
);
create index audit_by_person on staff.audit (by_person, number desc);
create index audit_what on staff.audit (what, number desc);
create index audit_object on staff.audit (object, number desc);
create table staff.audit_head (
  one boolean primary key default true check (one),
  number bigint not null,
  hash bytea not null
);
insert into staff.audit_head values (true, 0, sha256('staff.audit'));

create function staff.audit_hash(p_before bytea, r staff.audit) returns bytea language sql stable as $$
  select sha256(p_before || convert_to(jsonb_build_array(r.number, extract(epoch from r.at)::text, r.by_person, r.who, r.as_whom, r.what,
    r.object, r.facts, r.reason, r.address, r.request_id)::text, 'UTF8'))
$$;
create function staff.chain_audit() returns trigger language plpgsql as $$
declare
  head staff.audit_head;
begin
  select * into head from staff.audit_head for update;
  new.number := head.number + 1;
  new.hash := staff.audit_hash(head.hash, new);
  update staff.audit_head set number = new.number, hash = new.hash;
  return new;
end $$;
create trigger chained before insert on staff.audit for each row execute function staff.chain_audit();

create function staff.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is never changed, only added to (%).', tg_table_name using errcode = 'TP001';
end $$;
create trigger immutable before update or delete on staff.audit for each row execute function staff.refuse_change();
create trigger no_truncate before truncate on staff.audit for each statement execute function staff.refuse_change();
create trigger kept before delete on staff.audit_head for each row execute function staff.refuse_change();
create trigger no_truncate before truncate on staff.audit_head for each statement execute function staff.refuse_change();
