-- The chart as a table: a new kind of account is one row here and one in `rules.ts`, and no check is written again.
create table ledger.account_kinds (
  kind text primary key,
  class text not null check (class in ('asset', 'liability', 'income', 'expense')),
  unit text not null,
  house boolean not null,
  bound text not null,
  unique (kind, unit, house, bound)
);
insert into ledger.account_kinds (kind, class, unit, house, bound) values
  ('member_pending', 'liability', 'USD', false, 'floor'),
  ('member_available', 'liability', 'USD', false, 'floor'),
  ('member_held', 'liability', 'USD', false, 'floor'),
  ('member_clawback', 'asset', 'USD', false, 'ceiling'),
  ('member_coins', 'liability', 'COIN', false, 'floor'),
  ('member_coins_held', 'liability', 'COIN', false, 'floor'),
  ('network_receivable', 'asset', 'USD', true, 'none'),
  ('payout_float', 'asset', 'USD', true, 'none'),
  ('margin_pending', 'liability', 'USD', true, 'none'),
  ('margin', 'income', 'USD', true, 'none'),
  ('coins_issued', 'expense', 'COIN', true, 'none'),
  ('goodwill', 'expense', 'USD', true, 'none'),
  ('marketing', 'expense', 'USD', true, 'none'),
  ('given_up', 'income', 'USD', true, 'none'),
  ('unclaimed', 'liability', 'USD', true, 'none'),
  ('payout_fees', 'expense', 'USD', true, 'none'),
  ('membership_income', 'income', 'USD', true, 'none'),
  ('membership_refunds', 'expense', 'USD', true, 'none'),
  ('processor_clearing', 'asset', 'USD', true, 'none'),
  ('processor_fees', 'expense', 'USD', true, 'none'),
  ('bank', 'asset', 'USD', true, 'none'),
  ('cash_in_transit', 'asset', 'USD', true, 'none'),
  ('remittance_difference', 'asset', 'USD', true, 'none'),
  ('network_fees', 'expense', 'USD', true, 'none'),
  ('exchange_differences', 'expense', 'USD', true, 'none'),
  ('write_offs', 'expense', 'USD', true, 'none');
alter table ledger.accounts drop constraint accounts_kind_check,
  add constraint accounts_of_kind foreign key (kind, unit, house, bound) references ledger.account_kinds (kind, unit, house, bound);
