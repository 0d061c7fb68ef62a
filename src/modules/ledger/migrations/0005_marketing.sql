-- What is spent on winning members has an account of its own, beside what an operator gives.
alter table ledger.accounts
  drop constraint accounts_kind_check,
  add constraint accounts_kind_check check (kind in (
    'member_pending', 'member_available', 'member_held', 'member_clawback',
    'member_coins', 'member_coins_held',
    'network_receivable', 'payout_float', 'margin_pending', 'margin', 'coins_issued', 'goodwill', 'marketing'
  ));
