-- The ledger: double entry, immutable, chained. Amounts are credit-positive: liabilities and income grow upward, assets
-- and expenses grow downward, and the lines of a transfer sum to zero per unit.
create schema ledger;

create table ledger.accounts (
  account_id uuid primary key,
  kind text not null check (kind in (
    'member_pending', 'member_available', 'member_held', 'member_clawback',
    'member_coins', 'member_coins_held',
    'network_receivable', 'payout_float', 'margin_pending', 'margin', 'coins_issued', 'goodwill'
  )),
  unit text not null check (unit in ('USD', 'COIN')),
  owner text not null,
  -- House accounts are touched by every transfer: their lines are appended without a lock and chained later.
  house boolean not null,
  -- What the balance may never pass: 'floor' stays at or above zero, 'ceiling' at or below, 'none' is free.
  bound text not null check (bound in ('floor', 'ceiling', 'none')),
  constraint accounts_unique unique (kind, owner, unit),
  check (not house or bound = 'none')
);

-- Balance and end of the chain. Members' heads move with each transfer, house heads when their lines are chained.
create table ledger.heads (
  account_id uuid primary key references ledger.accounts (account_id),
  balance bigint not null default 0,
  lines bigint not null default 0,
  hash bytea not null default '\x'
) with (fillfactor = 70);

create table ledger.transfers (
  transfer_id uuid primary key,
  kind text not null,
  cause text not null unique,
  content_hash bytea not null,
  -- What a member may read about why this happened.
  reason text,
  data jsonb not null default '{}',
  at timestamptz not null,
  posted_at timestamptz not null default clock_timestamp()
);

create table ledger.lines (
  line_id bigint generated always as identity primary key,
  transfer_id uuid not null references ledger.transfers (transfer_id) deferrable initially deferred,
  position smallint not null,
  account_id uuid not null,
  unit text not null,
  amount bigint not null check (amount <> 0),
  -- Of members' accounts: place in the account's chain, balance after this line, hash over the one before.
  sequence bigint,
  balance bigint,
  hash bytea,
  check ((sequence is null) = (hash is null) and (sequence is null) = (balance is null))
);
create unique index lines_chain on ledger.lines (account_id, sequence) where sequence is not null;
create index lines_of_transfer on ledger.lines (transfer_id);
create index lines_of_house on ledger.lines (line_id) include (account_id, amount) where sequence is null;

-- The chain of house accounts, written behind the transfers by one job.
create table ledger.house_chain (
  account_id uuid not null references ledger.accounts (account_id),
  sequence bigint not null,
  line_id bigint not null unique references ledger.lines (line_id),
  balance bigint not null,
  hash bytea not null,
  primary key (account_id, sequence)
);

create table ledger.holds (
  hold_id uuid primary key,
  cause text not null unique,
  owner text not null,
  unit text not null check (unit in ('USD', 'COIN')),
  amount bigint not null check (amount > 0),
  state text not null check (state in ('open', 'captured', 'released')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'open') = (closed_at is null))
);

create table ledger.verifications (
  verification_id bigint generated always as identity primary key,
  at timestamptz not null,
  accounts bigint not null,
  transfers bigint not null,
  lines bigint not null,
  findings jsonb not null,
  ms bigint not null
);

-- What is written stays written.
create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is never changed, only added to (%).', tg_table_name using errcode = 'TP001';
end $$;
create trigger immutable before update or delete on ledger.transfers for each row execute function ledger.refuse_change();
create trigger immutable before update or delete on ledger.lines for each row execute function ledger.refuse_change();
create trigger immutable before update or delete on ledger.house_chain for each row execute function ledger.refuse_change();
create trigger no_truncate before truncate on ledger.transfers for each statement execute function ledger.refuse_change();
create trigger no_truncate before truncate on ledger.lines for each statement execute function ledger.refuse_change();

-- The second check of the sum, independent of who inserts: every transfer balances per unit.
create function ledger.check_balance() returns trigger language plpgsql as $$
begin
  if exists (select 1 from inserted group by transfer_id, unit having sum(amount) <> 0) then
    raise exception 'A transfer does not sum to zero.' using errcode = 'TP002';
  end if;
  return null;
end $$;
create trigger balanced after insert on ledger.lines referencing new table as inserted
  for each statement execute function ledger.check_balance();

-- The content of a transfer as one hash: what it is, why, and every line in order. Time is not content: a cause that is
-- told twice is told at two times.
create function ledger.content_hash(p_kind text, p_cause text, p_reason text, p_data jsonb, p_accounts uuid[], p_amounts bigint[])
returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to(concat_ws(E'\x1f', p_kind, p_cause, coalesce(p_reason, ''), p_data::text,
    array_to_string(p_accounts, ','), array_to_string(p_amounts, ',')), 'UTF8'))
$$;

create function ledger.line_hash(p_before bytea, p_account uuid, p_transfer uuid, p_sequence bigint, p_amount bigint, p_balance bigint, p_content bytea)
returns bytea language sql immutable parallel safe as $$
  select sha256(p_before || uuid_send(p_account) || uuid_send(p_transfer) || int8send(p_sequence) || int8send(p_amount) || int8send(p_balance) || p_content)
$$;

-- Posts transfers, all or none. Outcome: 'posted' or 'duplicate' for each; 'conflict' (same id, other content) or
-- 'insufficient' (a bound would be passed) for the one at fault, and then nothing is written.
-- Lines are given flat: p_of names the transfer (1-based) that a line belongs to.
create function ledger.post(
  p_ids uuid[], p_kinds text[], p_causes text[], p_reasons text[], p_data jsonb[], p_at timestamptz,
  p_of int[], p_accounts uuid[], p_amounts bigint[]
) returns table (place int, outcome text) language plpgsql as $$
declare
  n int := cardinality(p_ids);
  hashes bytea[] := array_fill(null::bytea, array[n]);
  fresh boolean[] := array_fill(true, array[n]);
  accounts uuid[];
  amounts bigint[];
  known record;
  line record;
  at_account uuid;
  running_balance bigint;
  running_lines bigint;
  running_hash bytea;
  new_of int[] := '{}';
  new_account uuid[] := '{}';
  new_unit text[] := '{}';
  new_amount bigint[] := '{}';
  new_sequence bigint[] := '{}';
  new_balance bigint[] := '{}';
  new_hash bytea[] := '{}';
  new_position smallint[] := '{}';
  head_account uuid[] := '{}';
  head_balance bigint[] := '{}';
  head_lines bigint[] := '{}';
  head_hash bytea[] := '{}';
  written bigint;
begin
  for i in 1..n loop
    if n = 1 then
      accounts := p_accounts; amounts := p_amounts;
    else
      select array_agg(a order by o), array_agg(m order by o) into accounts, amounts
        from unnest(p_of, p_accounts, p_amounts) with ordinality as l(f, a, m, o) where f = i;
    end if;
    hashes[i] := ledger.content_hash(p_kinds[i], p_causes[i], p_reasons[i], p_data[i], accounts, amounts);
  end loop;

  -- Locks in sorted order: two batches that share accounts wait for each other, never in a circle.
  perform 1 from ledger.heads h join ledger.accounts a using (account_id)
    where h.account_id = any (p_accounts) and not a.house order by h.account_id for no key update of h;

  for known in select t.transfer_id, t.content_hash from ledger.transfers t where t.transfer_id = any (p_ids) loop
    for i in 1..n loop
      if p_ids[i] = known.transfer_id then
        if hashes[i] <> known.content_hash then
          return query select i, 'conflict';
          return;
        end if;
        fresh[i] := false;
      end if;
    end loop;
  end loop;

  for line in
    select l.f, l.a, l.m, (row_number() over (partition by l.f order by l.o))::smallint as position,
           acc.unit, acc.house, acc.bound, h.balance, h.lines, h.hash
      from unnest(p_of, p_accounts, p_amounts) with ordinality as l(f, a, m, o)
      left join ledger.accounts acc on acc.account_id = l.a
      left join ledger.heads h on h.account_id = l.a
      where fresh[l.f]
      order by l.a, l.f, l.o
  loop
    if line.unit is null then
      raise exception 'A line names an account that was not opened.' using errcode = 'TP003';
    end if;
    new_of := new_of || line.f; new_account := new_account || line.a; new_unit := new_unit || line.unit;
    new_amount := new_amount || line.m; new_position := new_position || line.position;
    if line.house then
      new_sequence := new_sequence || null::bigint; new_balance := new_balance || null::bigint; new_hash := new_hash || null::bytea;
    else
      if at_account is distinct from line.a then
        if at_account is not null then
          head_account := head_account || at_account; head_balance := head_balance || running_balance;
          head_lines := head_lines || running_lines; head_hash := head_hash || running_hash;
        end if;
        at_account := line.a; running_balance := line.balance; running_lines := line.lines; running_hash := line.hash;
      end if;
      running_balance := running_balance + line.m;
      running_lines := running_lines + 1;
      if (line.bound = 'floor' and running_balance < 0) or (line.bound = 'ceiling' and running_balance > 0) then
        return query select line.f, 'insufficient';
        return;
      end if;
      running_hash := ledger.line_hash(running_hash, line.a, p_ids[line.f], running_lines, line.m, running_balance, hashes[line.f]);
      new_sequence := new_sequence || running_lines; new_balance := new_balance || running_balance; new_hash := new_hash || running_hash;
    end if;
  end loop;
  if at_account is not null then
    head_account := head_account || at_account; head_balance := head_balance || running_balance;
    head_lines := head_lines || running_lines; head_hash := head_hash || running_hash;
  end if;

  insert into ledger.transfers (transfer_id, kind, cause, content_hash, reason, data, at)
    select p_ids[i], p_kinds[i], p_causes[i], hashes[i], p_reasons[i], p_data[i], p_at
      from generate_series(1, n) as i where fresh[i]
    on conflict do nothing;
  get diagnostics written = row_count;
  if written <> (select count(*) from unnest(fresh) as f where f) then
    -- Another transaction told the same cause at this very moment (only house accounts in it): try again, and find it.
    raise exception 'The same transfer is being posted.' using errcode = '40001';
  end if;

  insert into ledger.lines (transfer_id, position, account_id, unit, amount, sequence, balance, hash)
    select p_ids[f], po, a, u, m, s, b, h
      from unnest(new_of, new_position, new_account, new_unit, new_amount, new_sequence, new_balance, new_hash) as x(f, po, a, u, m, s, b, h);

  update ledger.heads h set balance = x.b, lines = x.l, hash = x.h
    from unnest(head_account, head_balance, head_lines, head_hash) as x(a, b, l, h) where h.account_id = x.a;

  return query select i, case when fresh[i] then 'posted' else 'duplicate' end from generate_series(1, n) as i;
end $$;

-- Chains house lines that are not chained yet, in the order of their ids, up to a number. Returns how many.
create function ledger.chain_house(p_most int) returns int language plpgsql as $$
declare
  line record;
  head record;
  at_account uuid;
  done int := 0;
  b bigint; s bigint; h bytea;
begin
  perform pg_advisory_xact_lock(7420002);
  for line in
    select l.line_id, l.account_id, l.transfer_id, l.amount, t.content_hash
      from ledger.lines l join ledger.transfers t using (transfer_id)
      where l.sequence is null and not exists (select 1 from ledger.house_chain c where c.line_id = l.line_id)
      order by l.account_id, l.line_id limit p_most
  loop
    if at_account is distinct from line.account_id then
      if at_account is not null then update ledger.heads set balance = b, lines = s, hash = h where account_id = at_account; end if;
      select * into head from ledger.heads where account_id = line.account_id;
      at_account := line.account_id; b := head.balance; s := head.lines; h := head.hash;
    end if;
    b := b + line.amount; s := s + 1;
    h := ledger.line_hash(h, line.account_id, line.transfer_id, s, line.amount, b, line.content_hash);
    insert into ledger.house_chain (account_id, sequence, line_id, balance, hash) values (line.account_id, s, line.line_id, b, h);
    done := done + 1;
  end loop;
  if at_account is not null then update ledger.heads set balance = b, lines = s, hash = h where account_id = at_account; end if;
  return done;
end $$;
