-- The card behind a payment method, as `joins.card_key` names it: one that is put on file later counts as one that joined.
alter table membership.cards add column card_key text;
update membership.cards c set card_key = j.card_key from membership.joins j
where j.payment_method_id = c.payment_method_id and j.card_key is not null;
-- Put on file by its owner for what runs, and not only tried for a sign-up that came to nothing.
alter table membership.cards add column charged_from timestamptz;
update membership.cards c set charged_from = added_at
where exists (select 1 from membership.memberships m where m.payment_method_id = c.payment_method_id);
create index joins_of_user on membership.joins (user_id);
