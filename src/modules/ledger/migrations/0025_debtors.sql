-- Whoever ever owed something: those who owe now are looked up among these, because an index of balances would slow down every
-- posting. A row says nothing of how much: that is the account's balance.
create table ledger.debtors (
  owner text primary key,
  since timestamptz not null
);
insert into ledger.debtors (owner, since)
  select a.owner, now() from ledger.accounts a join ledger.heads h using (account_id) where a.kind = 'member_clawback' and h.balance < 0;
create or replace function ledger.shield(p_role text) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format('revoke all on schema ledger from %I', p_role);
  execute format('revoke all on all tables in schema ledger from %I', p_role);
  execute format('grant usage on schema ledger to %I', p_role);
  execute format('grant select on all tables in schema ledger to %I', p_role);
  execute format('grant select on all sequences in schema ledger to %I', p_role);
  execute format('grant insert on ledger.accounts, ledger.heads, ledger.transfers, ledger.lines, ledger.house_chain, ledger.holds,
    ledger.limit_totals, ledger.limit_uses, ledger.verifications, ledger.seals, ledger.debtors to %I', p_role);
  execute format('grant update (balance, lines, hash, closed_at) on ledger.heads to %I', p_role);
  execute format('grant update (mark, next_mark, next_transaction) on ledger.house_mark to %I', p_role);
  execute format('grant update (state, closed_at, owner) on ledger.holds to %I', p_role);
  execute format('grant update (used) on ledger.limit_totals to %I', p_role);
  execute format('grant update (time_window, amount, at, returned_at) on ledger.limit_uses to %I', p_role);
end $$;
revoke all on function ledger.shield(text) from public;
