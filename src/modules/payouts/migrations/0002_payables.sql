-- What a provider is asked and answers is a payable's; a withdrawal is what a member asked for and sees. Withdrawals that were
-- under way without one are taken over by the sweep.
alter table payouts.withdrawals add column payable_at timestamptz;
update payouts.withdrawals set payable_at = requested_at where state in ('fulfilled', 'failed', 'returned');
create index withdrawals_without_payable on payouts.withdrawals (requested_at) where payable_at is null;
drop index payouts.withdrawals_open;

-- Whose money a receiver takes: one member's, unless a person has confirmed that it is shared.
create table payouts.receivers (
  receiver_hash bytea not null check (length(receiver_hash) = 32),
  user_id uuid not null references identity.users,
  method text not null check (method in ('paypal', 'venmo')),
  label text not null,
  first_used_at timestamptz not null,
  shared_by text,
  shared_at timestamptz,
  primary key (receiver_hash, user_id),
  check ((shared_by is null) = (shared_at is null))
);
create index receivers_of_user on payouts.receivers (user_id);
