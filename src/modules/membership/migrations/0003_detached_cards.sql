-- When the processor forgot a card that was taken off here; null: still to be asked, or still on file.
alter table membership.cards add column detached_at timestamptz;
create index cards_to_detach on membership.cards (user_id) where removed_at is not null and detached_at is null;
-- Cards that were taken off before this are asked for too.
