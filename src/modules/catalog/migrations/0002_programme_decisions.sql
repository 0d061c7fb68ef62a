-- What no network says in its data is decided by a person for each programme: whether cash back is allowed, and how long
-- orders stay open where the network's own figure is missing or wrong. What the terms propose stands beside it, in their words.
create table catalog.programme_decisions (
  programme_id uuid primary key references catalog.programmes (programme_id),
  decision text not null default 'undecided' check (decision in ('allowed', 'denied', 'undecided')),
  locking_days integer check (locking_days between 0 and 730),
  decided_by text,
  decided_at timestamptz,
  proposed text not null default 'undecided' check (proposed in ('allowed', 'denied', 'undecided')),
  proposed_words text,
  proposed_locking_days integer check (proposed_locking_days between 0 and 730),
  proposed_at timestamptz not null,
  check ((decided_by is null) = (decided_at is null))
);
create index programme_decisions_open on catalog.programme_decisions (decision, programme_id);

create table catalog.programme_decision_history (
  programme_id uuid not null references catalog.programmes (programme_id),
  at timestamptz not null,
  entry bigint generated always as identity,
  by text not null,
  decision text not null check (decision in ('allowed', 'denied', 'undecided')),
  locking_days integer,
  primary key (programme_id, at, entry)
);

-- Impact's coupons name the advertiser behind the programme only.
alter table catalog.programmes add column network_advertiser_id text;
create index programmes_by_advertiser on catalog.programmes (network, network_advertiser_id);
-- When rates and times that a network tells programme by programme were last asked for (Awin).
alter table catalog.programmes add column terms_read_at timestamptz;
create index programmes_by_terms on catalog.programmes (network, terms_read_at nulls first) where gone_at is null;

-- What invented fields said before: a person looks at it again. Orders of clicks that were made keep what they were promised.
insert into catalog.programme_decisions (programme_id, proposed, proposed_words, proposed_locking_days, proposed_at)
select programme_id, case when cash_back_allowed then 'allowed' else 'denied' end, 'as it was before decisions were kept', locking_days, updated_at
from catalog.programmes;
update catalog.programmes set cash_back_allowed = false;
