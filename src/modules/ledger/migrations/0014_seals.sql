-- Heads are sealed daily with a key that no database holds, in files outside of it. Here stands only how many seals there are,
-- so that a seal that was taken away is missed.
create table ledger.seals (
  number bigint primary key,
  at timestamptz not null,
  digest bytea not null
);
create trigger immutable before update or delete on ledger.seals for each row execute function ledger.refuse_change();
create trigger no_truncate before truncate on ledger.seals for each statement execute function ledger.refuse_change();
