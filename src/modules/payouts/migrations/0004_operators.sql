-- What operators look for: withdrawals by their sum, and all of them, the newest first.
create index withdrawals_by_amount on payouts.withdrawals (amount_minor, requested_at desc);
create index withdrawals_by_age on payouts.withdrawals (requested_at desc, withdrawal_id desc);
create index withdrawals_by_state on payouts.withdrawals (state, requested_at desc, withdrawal_id desc);
