-- Money that a person gives a member or takes from them. The ledger's transfer is the money; here stands who, why and who said yes.
create table rewards.hand_moves (
  move_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  amount_minor bigint not null check (amount_minor <> 0),
  words text not null,
  note text not null,
  by text not null check (length(by) between 1 and 100),
  approved_by text check (approved_by <> by),
  at timestamptz not null
);
create index hand_moves_of_user on rewards.hand_moves (user_id, at desc);
create index hand_moves_by on rewards.hand_moves (by, at desc);
