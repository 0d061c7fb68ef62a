-- Coins with all that dollars have: what is pending, what is owed after a charge-back; and in dollars what providers of offers owe us
-- for them and what they are worth.
insert into ledger.account_kinds (kind, class, unit, house, bound) values
  ('member_coins_pending', 'liability', 'COIN', false, 'floor'),
  ('member_coins_clawback', 'asset', 'COIN', false, 'ceiling'),
  ('offer_receivable', 'asset', 'USD', true, 'none'),
  ('coin_reserve', 'liability', 'USD', true, 'none');

-- What coins that are set aside are worth, in cents, as it was shown to their member: they leave for exactly so much.
alter table ledger.holds add column worth bigint check (worth > 0);
alter table ledger.holds add constraint holds_worth check ((unit = 'COIN') = (worth is not null));
