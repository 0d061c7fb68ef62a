-- Withdrawals that were not taken because another member is paid at the same place: a person says whether the two share it.
-- One for each member and place: whoever was refused asks for a second look once, and not by asking anew.
create table payouts.held (
  held_id uuid primary key,
  user_id uuid not null,
  method text not null check (method in ('paypal', 'venmo')),
  receiver_hash bytea not null,
  label text not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('waiting', 'released', 'refused', 'appealed', 'upheld')),
  reason_code text,
  -- What the member says to a refusal.
  words text not null default '',
  decided_by text,
  asked_at timestamptz not null,
  due_at timestamptz,
  sequence int not null,
  constraint held_of_member unique (user_id, receiver_hash)
);
create index held_waiting on payouts.held (due_at) where state in ('waiting', 'appealed');
create table payouts.held_events (
  held_id uuid not null references payouts.held (held_id) on delete cascade,
  sequence int not null,
  from_state text,
  to_state text not null,
  reason_code text,
  by text not null,
  note text not null default '',
  at timestamptz not null,
  primary key (held_id, sequence)
);
