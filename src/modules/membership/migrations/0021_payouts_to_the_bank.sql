-- Which payout to our bank an entry belongs to (also of one that failed or was canceled, which comes back as an entry of its
-- own). Entries from before have none: they were booked as if they had reached the bank.
alter table membership.balance_entries add column payout_id text;
create index balance_entries_of_payouts on membership.balance_entries (read_at) where kind = 'payout';
