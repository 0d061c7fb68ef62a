-- What the server's own role may do here, column by column, and no more: it adds to the ledger, moves ends and marks, and ends
-- holds. It owns nothing, so that it switches no trigger off. Called after each migration.
create function ledger.shield(p_role text) returns void language plpgsql as $$
begin
  execute format('revoke all on schema ledger from %I', p_role);
  execute format('revoke all on all tables in schema ledger from %I', p_role);
  execute format('grant usage on schema ledger to %I', p_role);
  execute format('grant select on all tables in schema ledger to %I', p_role);
  execute format('grant select on all sequences in schema ledger to %I', p_role);
  execute format('grant insert on ledger.accounts, ledger.heads, ledger.transfers, ledger.lines, ledger.house_chain, ledger.holds,
    ledger.limit_totals, ledger.limit_uses, ledger.verifications, ledger.seals to %I', p_role);
  execute format('grant update (balance, lines, hash, closed_at) on ledger.heads to %I', p_role);
  execute format('grant update (mark, next_mark, next_transaction) on ledger.house_mark to %I', p_role);
  execute format('grant update (state, closed_at, owner) on ledger.holds to %I', p_role);
  execute format('grant update (used) on ledger.limit_totals to %I', p_role);
  execute format('grant update (time_window, amount, at, returned_at) on ledger.limit_uses to %I', p_role);
end $$;
revoke all on function ledger.shield(text) from public;
