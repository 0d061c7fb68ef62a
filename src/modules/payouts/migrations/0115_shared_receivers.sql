-- Operators see who is paid, or asked to be, at one place.
create index held_by_receiver on payouts.held (receiver_hash);
create index receivers_shared on payouts.receivers (receiver_hash) where shared_at is not null;
