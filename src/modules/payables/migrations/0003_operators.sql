-- What operators look for: payments by their sum, and lists by how they stand, the newest first.
create index payables_by_amount on payables.payables (amount_minor, created_at desc);
create index payables_by_age on payables.payables (created_at desc, payable_id desc);
create index payables_waiting on payables.payables (created_at desc, payable_id desc) where state in ('intent', 'sending', 'unknown', 'accepted');
create index payables_failed on payables.payables (created_at desc, payable_id desc) where state in ('refused', 'returned');
drop index payables.payables_of_owner;
create index payables_of_owner on payables.payables (owner, created_at desc);
