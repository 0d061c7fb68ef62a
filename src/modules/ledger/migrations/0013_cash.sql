-- The cash side: what is on its way to our bank, what networks paid less or more than they owe, and where such differences end.
alter table ledger.accounts drop constraint accounts_kind_check;
alter table ledger.accounts add constraint accounts_kind_check check (kind in (
  'member_pending', 'member_available', 'member_held', 'member_clawback', 'member_coins', 'member_coins_held',
  'network_receivable', 'payout_float', 'margin_pending', 'margin', 'coins_issued', 'goodwill', 'marketing', 'given_up',
  'membership_income', 'membership_refunds', 'processor_clearing', 'processor_fees', 'bank', 'unclaimed', 'payout_fees',
  'cash_in_transit', 'remittance_difference', 'network_fees', 'exchange_differences', 'write_offs'));
