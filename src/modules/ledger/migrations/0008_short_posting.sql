-- Posting in fewer statements. What is guaranteed and what is hashed stays as it was, so that older chains go on.

-- What an account is stands beside its balance too, so that one locked read tells everything. The key over all four
-- columns keeps the two from ever differing.
alter table ledger.accounts add constraint accounts_attributes unique (account_id, unit, house, bound);
alter table ledger.heads add column unit text, add column house boolean, add column bound text;
update ledger.heads h set unit = a.unit, house = a.house, bound = a.bound from ledger.accounts a where a.account_id = h.account_id;
alter table ledger.heads
  alter column unit set not null, alter column house set not null, alter column bound set not null,
  drop constraint heads_account_id_fkey,
  add constraint heads_account_fkey foreign key (account_id, unit, house, bound)
    references ledger.accounts (account_id, unit, house, bound);

-- A line belongs to a transfer, and transfers are never deleted: looking once for each statement, together with the sum,
-- is the same guarantee as a foreign key, which looked for each line and locked the transfer's row again each time
-- (docs/decisions/0015).
alter table ledger.lines drop constraint lines_transfer_id_fkey;
create or replace function ledger.check_balance() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
begin
  if exists (
    select 1 from inserted i left join ledger.transfers t on t.transfer_id = i.transfer_id
    group by i.transfer_id, i.unit having sum(i.amount) <> 0 or count(t.transfer_id) = 0)
  then
    raise exception 'A transfer is not there, or does not sum to zero.' using errcode = 'TP002';
  end if;
  return null;
end $$;

-- It reads settings of the session in theory only; declared as what it is, PostgreSQL writes it into the statement that
-- uses it instead of calling it, which costs a tenth.
alter function ledger.content_hash(text, text, text, jsonb, uuid[], bigint[]) stable;

-- One transfer whose lines name each account once, which is nearly every transfer: the same as `ledger.post` does, in the
-- fewest and plainest statements. p_members are the places of members' lines, sorted by account; p_house those of house
-- lines. Both are hints about what to do first: each statement checks for itself that they are true.
--
-- Balances move first and are looked at afterwards: one statement for each account instead of a lock and a change. What was
-- moved is undone, with all else, when it may not be.
create function ledger.post_one(
  p_id uuid, p_kind text, p_cause text, p_reason text, p_data jsonb, p_at timestamptz, p_accounts uuid[], p_amounts bigint[],
  p_members int[], p_house int[]
) returns text language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  n int := cardinality(p_accounts);
  content bytea := ledger.content_hash(p_kind, p_cause, p_reason, p_data, p_accounts, p_amounts);
  place int;
  v_account uuid; v_amount bigint; v_bound text; v_unit text; v_balance bigint; v_lines bigint; v_hash bytea;
  units text[] := array_fill(null::text, array[n]);
  balances bigint[] := array_fill(null::bigint, array[n]);
  sequences bigint[] := array_fill(null::bigint, array[n]);
  hashes bytea[] := array_fill(null::bytea, array[n]);
  refusal text;
  known bytea;
begin
  begin
    -- In sorted order: two transfers that share accounts wait for each other, never in a circle.
    foreach place in array p_members loop
      v_account := p_accounts[place]; v_amount := p_amounts[place];
      update ledger.heads h
        set balance = h.balance + v_amount, lines = h.lines + 1,
            hash = ledger.line_hash(h.hash, h.account_id, p_id, h.lines + 1, v_amount, h.balance + v_amount, content)
        where h.account_id = v_account and not h.house
        returning h.unit, h.bound, h.balance, h.lines, h.hash into v_unit, v_bound, v_balance, v_lines, v_hash;
      if not found then
        raise exception 'A line names an account that was not opened.' using errcode = 'TP003';
      end if;
      if (v_balance < 0 and v_bound = 'floor') or (v_balance > 0 and v_bound = 'ceiling') then
        refusal := 'insufficient';
      end if;
      units[place] := v_unit; balances[place] := v_balance; sequences[place] := v_lines; hashes[place] := v_hash;
    end loop;
    foreach place in array p_house loop
      v_account := p_accounts[place];
      select h.unit into v_unit from ledger.heads h where h.account_id = v_account and h.house;
      if not found then
        raise exception 'A line names an account that was not opened.' using errcode = 'TP003';
      end if;
      units[place] := v_unit;
    end loop;
    if refusal is null then
      insert into ledger.transfers (transfer_id, kind, cause, content_hash, reason, data, at)
        values (p_id, p_kind, p_cause, content, p_reason, p_data, p_at) on conflict do nothing;
      if found then
        -- A place that neither list names has no unit, and is refused by the table.
        insert into ledger.lines (transfer_id, position, account_id, unit, amount, sequence, balance, hash)
          select p_id, o, p_accounts[o], units[o], p_amounts[o], sequences[o], balances[o], hashes[o]
            from generate_series(1, n) as o;
        return 'posted';
      end if;
      refusal := 'known';
    end if;
    raise exception 'undo' using errcode = 'TP009';
  exception when sqlstate 'TP009' then
  end;
  -- Nothing is written now. A cause that was told before is no refusal, whatever the balance is by now.
  select t.content_hash into known from ledger.transfers t where t.transfer_id = p_id;
  if found then return case when known = content then 'duplicate' else 'conflict' end; end if;
  if refusal = 'insufficient' then return refusal; end if;
  -- Another transfer of this cause is being undone at this very moment: try again.
  raise exception 'The same transfer is being posted.' using errcode = '40001';
end $$;

-- Many transfers, or one that names an account twice. As before, but: all contents are hashed in one statement, house
-- lines pass by without being computed, and what an account is comes with its balance.
create or replace function ledger.post(
  p_ids uuid[], p_kinds text[], p_causes text[], p_reasons text[], p_data jsonb[], p_at timestamptz,
  p_of int[], p_accounts uuid[], p_amounts bigint[]
) returns table (place int, outcome text) language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
declare
  n int := cardinality(p_ids);
  most int := cardinality(p_of);
  contents bytea[];
  fresh boolean[] := array_fill(true, array[n]);
  known record;
  line record;
  at_account uuid;
  running_balance bigint;
  running_lines bigint;
  running_hash bytea;
  -- By the place of the line in the call; what stays null belongs to a house line.
  units text[] := array_fill(null::text, array[most]);
  balances bigint[] := array_fill(null::bigint, array[most]);
  sequences bigint[] := array_fill(null::bigint, array[most]);
  hashes bytea[] := array_fill(null::bytea, array[most]);
  head_account uuid[] := '{}';
  head_balance bigint[] := '{}';
  head_lines bigint[] := '{}';
  head_hash bytea[] := '{}';
  written bigint;
begin
  select array_agg(ledger.content_hash(p_kinds[c.f], p_causes[c.f], p_reasons[c.f], p_data[c.f], c.accounts, c.amounts) order by c.f)
    into contents
    from (
      select l.f, array_agg(l.a order by l.o) as accounts, array_agg(l.m order by l.o) as amounts
        from unnest(p_of, p_accounts, p_amounts) with ordinality as l(f, a, m, o) group by l.f) as c;

  -- Locks in sorted order: two batches that share accounts wait for each other, never in a circle.
  perform 1 from ledger.heads h where h.account_id = any (p_accounts) and not h.house order by h.account_id for no key update;

  for known in
    select k.i, t.content_hash from unnest(p_ids) with ordinality as k(id, i) join ledger.transfers t on t.transfer_id = k.id
  loop
    if contents[known.i] <> known.content_hash then
      return query select known.i::int, 'conflict';
      return;
    end if;
    fresh[known.i] := false;
  end loop;

  for line in
    select l.f, l.a, l.m, l.o::int as o, h.unit, h.house, h.bound, h.balance, h.lines, h.hash
      from unnest(p_of, p_accounts, p_amounts) with ordinality as l(f, a, m, o)
      left join ledger.heads h on h.account_id = l.a
      where fresh[l.f]
      order by l.a, l.o
  loop
    if line.unit is null then
      raise exception 'A line names an account that was not opened.' using errcode = 'TP003';
    end if;
    units[line.o] := line.unit;
    continue when line.house;
    if at_account is distinct from line.a then
      if at_account is not null then
        head_account := head_account || at_account; head_balance := head_balance || running_balance;
        head_lines := head_lines || running_lines; head_hash := head_hash || running_hash;
      end if;
      at_account := line.a; running_balance := line.balance; running_lines := line.lines; running_hash := line.hash;
    end if;
    running_balance := running_balance + line.m;
    running_lines := running_lines + 1;
    if (running_balance < 0 and line.bound = 'floor') or (running_balance > 0 and line.bound = 'ceiling') then
      return query select line.f, 'insufficient';
      return;
    end if;
    running_hash := ledger.line_hash(running_hash, line.a, p_ids[line.f], running_lines, line.m, running_balance, contents[line.f]);
    sequences[line.o] := running_lines; balances[line.o] := running_balance; hashes[line.o] := running_hash;
  end loop;
  if at_account is not null then
    head_account := head_account || at_account; head_balance := head_balance || running_balance;
    head_lines := head_lines || running_lines; head_hash := head_hash || running_hash;
  end if;

  insert into ledger.transfers (transfer_id, kind, cause, content_hash, reason, data, at)
    select t.id, t.kind, t.cause, t.content, t.reason, t.data, p_at
      from unnest(p_ids, p_kinds, p_causes, contents, p_reasons, p_data, fresh) as t(id, kind, cause, content, reason, data, fresh)
      where t.fresh
    on conflict do nothing;
  get diagnostics written = row_count;
  if written <> (select count(*) from unnest(fresh) as f where f) then
    -- Another transaction told the same cause at this very moment (only house accounts in it): try again, and find it.
    raise exception 'The same transfer is being posted.' using errcode = '40001';
  end if;

  insert into ledger.lines (transfer_id, position, account_id, unit, amount, sequence, balance, hash)
    select p_ids[x.f], row_number() over (partition by x.f order by x.o), x.a, x.u, x.m, x.s, x.b, x.h
      from unnest(p_of, p_accounts, p_amounts, units, sequences, balances, hashes) with ordinality as x(f, a, m, u, s, b, h, o)
      where fresh[x.f];

  update ledger.heads h set balance = x.b, lines = x.l, hash = x.h
    from unnest(head_account, head_balance, head_lines, head_hash) as x(a, b, l, h) where h.account_id = x.a;

  return query select i, case when fresh[i] then 'posted' else 'duplicate' end from generate_series(1, n) as i;
end $$;
