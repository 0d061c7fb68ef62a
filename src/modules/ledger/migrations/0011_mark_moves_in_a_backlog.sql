-- Behind a backlog the mark stood still: only a portion that was not full noted how far the next may move it, so that each
-- full one looked through all lines before it once more (6,700,000 house lines took more than ten minutes). Now every portion notes it.
create or replace function ledger.chain_house(p_most int) returns int language plpgsql
  set jit = off
as $$
declare
  line record;
  head record;
  noted record;
  at_account uuid;
  ended boolean;
  done int := 0;
  b bigint; s bigint; h bytea;
  accounts uuid[] := '{}'; sequences bigint[] := '{}'; ids bigint[] := '{}'; balances bigint[] := '{}'; hashes bytea[] := '{}';
begin
  -- Each statement must see its own moment: one moment for all would note ids that are newer than its transactions.
  assert current_setting('transaction_isolation') = 'read committed', 'house lines are chained in a transaction of their own';
  perform pg_advisory_xact_lock(7420002);
  select * into noted from ledger.house_mark;
  -- A transaction that is yet to come was noted elsewhere, before this database was restored here: it never will.
  ended := pg_snapshot_xmin(pg_current_snapshot()) >= noted.next_transaction
    or pg_snapshot_xmax(pg_current_snapshot()) < noted.next_transaction;
  for line in
    select l.line_id, l.account_id, l.transfer_id, l.amount, t.content_hash
      from (
        select w.line_id, w.account_id, w.transfer_id, w.amount from ledger.lines w
          where w.sequence is null and w.line_id >= noted.mark
            and not exists (select 1 from ledger.house_chain c where c.line_id = w.line_id)
          order by w.line_id limit p_most) as l
      join ledger.transfers t using (transfer_id)
      order by l.account_id, l.line_id
  loop
    if at_account is distinct from line.account_id then
      if at_account is not null then update ledger.heads set balance = b, lines = s, hash = h where account_id = at_account; end if;
      select * into head from ledger.heads where account_id = line.account_id;
      at_account := line.account_id; b := head.balance; s := head.lines; h := head.hash;
    end if;
    b := b + line.amount; s := s + 1;
    h := ledger.line_hash(h, line.account_id, line.transfer_id, s, line.amount, b, line.content_hash);
    accounts := accounts || line.account_id; sequences := sequences || s; ids := ids || line.line_id;
    balances := balances || b; hashes := hashes || h;
    done := done + 1;
  end loop;
  if at_account is not null then update ledger.heads set balance = b, lines = s, hash = h where account_id = at_account; end if;
  insert into ledger.house_chain (account_id, sequence, line_id, balance, hash)
    select * from unnest(accounts, sequences, ids, balances, hashes);
  -- A portion that is not full has left nothing; a full one is taken in the order of ids, and left nothing before its last.
  if ended then
    update ledger.house_mark set mark = case when done < p_most then next_mark
      else least(next_mark, (select max(i) + 1 from unnest(ids) as i)) end;
  end if;
  -- The id first and the transaction in a later look: whoever has a smaller id had begun by then.
  if ended or noted.next_mark = 0 then
    update ledger.house_mark set next_mark = (select case when is_called then last_value + 1 else last_value end from ledger.lines_line_id_seq);
    update ledger.house_mark set next_transaction = pg_snapshot_xmax(pg_current_snapshot());
  end if;
  return done;
end $$;
