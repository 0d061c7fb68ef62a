-- A refund is asked for by a payable, which has the looks and the waiting; each round of a refund is a payable of its own.
drop index membership.refunds_waiting;
alter table membership.refunds add column payable_id uuid unique, drop column looks, drop column next_look_at;
create index refunds_without_payable on membership.refunds (asked_at) where payable_id is null;
create index refunds_asked on membership.refunds (payment_id) where state = 'asked';
