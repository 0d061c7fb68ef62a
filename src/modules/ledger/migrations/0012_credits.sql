-- Every credit of a member goes by one verb, which must know when an account has ended: what still comes in for it goes to
-- the house. The mark lies on the balance, because it is read there under the lock of the balance.
alter table ledger.heads add column closed_at timestamptz;

-- What came back for people whose account has ended is theirs, not ours: it waits for a person to find them. What payout
-- providers keep for their work is a cost of its own.
alter table ledger.accounts drop constraint accounts_kind_check;
alter table ledger.accounts add constraint accounts_kind_check check (kind in (
  'member_pending', 'member_available', 'member_held', 'member_clawback', 'member_coins', 'member_coins_held',
  'network_receivable', 'payout_float', 'margin_pending', 'margin', 'coins_issued', 'goodwill', 'marketing', 'given_up',
  'membership_income', 'membership_refunds', 'processor_clearing', 'processor_fees', 'bank', 'unclaimed', 'payout_fees'));

-- Holds are looked up by their owner when accounts are merged, deleted or verified.
create index holds_open on ledger.holds (owner, unit) where state = 'open';

-- How much of a limit was used in a window, by whom and for what. One row for each use, so that a repeat uses nothing and a
-- refused payment gives its use back; the sum beside them is what parallel requests wait for.
create table ledger.limit_totals (
  limit_name text not null,
  subject text not null,
  time_window text not null,
  used bigint not null check (used >= 0),
  primary key (limit_name, subject, time_window)
);
create table ledger.limit_uses (
  limit_name text not null,
  subject text not null,
  cause text not null,
  time_window text not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null,
  returned_at timestamptz,
  primary key (limit_name, subject, cause),
  foreign key (limit_name, subject, time_window) references ledger.limit_totals
);
create index limit_uses_of_window on ledger.limit_uses (limit_name, subject, time_window) where returned_at is null;
create index limit_uses_of_subject on ledger.limit_uses (subject);
