create schema payables;

create table payables.payables (
  -- Our id for it, told to the provider. It never changes, however often it is sent or asked for.
  payable_id uuid primary key,
  kind text not null,
  provider text not null,
  owner text not null,
  unit text not null check (unit in ('USD', 'COIN')),
  amount_minor bigint not null check (amount_minor > 0),
  hold_id uuid not null unique,
  -- What the provider is told, as it was when it was asked for: a repeat must not differ from the first try.
  request jsonb not null,
  data jsonb not null default '{}'::jsonb,
  state text not null check (state in ('intent', 'sending', 'unknown', 'accepted', 'done', 'refused', 'returned')),
  -- What the provider says of one that it has accepted, in our words: 'unclaimed'.
  note text,
  -- An earlier try got no certain answer: from then on only looking up tells what became of it.
  unclear boolean not null default false,
  reference text,
  item text,
  code text,
  fee_minor bigint check (fee_minor >= 0),
  looks int not null default 0,
  created_at timestamptz not null,
  first_sent_at timestamptz,
  state_at timestamptz not null,
  next_look_at timestamptz,
  leased_until timestamptz,
  person_since timestamptz,
  person_reason text,
  sequence int not null default 0,
  check ((person_since is null) = (person_reason is null))
);
create index payables_due on payables.payables (next_look_at) where next_look_at is not null;
create index payables_of_owner on payables.payables (owner);
create index payables_reference on payables.payables (provider, reference) where reference is not null;
create index payables_item on payables.payables (provider, item) where item is not null;
create index payables_person on payables.payables (person_since) where person_since is not null;
create index payables_open on payables.payables (state) where state not in ('done', 'refused', 'returned');

create table payables.payable_events (
  payable_id uuid not null references payables.payables,
  sequence int not null,
  from_state text,
  to_state text not null,
  -- Who or what told it: 'asked', 'send', 'look', 'killed', or a person's name.
  by text not null,
  detail text,
  at timestamptz not null,
  primary key (payable_id, sequence)
);
