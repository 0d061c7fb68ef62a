-- A person gives a charge back, whole or in part: once by hand, beside what goes back by itself.
alter table membership.refunds add column by text, add column approved_by text, add column note text;
alter table membership.refunds add constraint refunds_second check (approved_by is distinct from by or by is null);
alter table membership.refunds drop constraint refunds_payment_id_key;
create unique index refunds_by_itself on membership.refunds (payment_id) where by is null;
create unique index refunds_by_hand on membership.refunds (payment_id) where by is not null;
create index refunds_by_operator on membership.refunds (by, asked_at) where by is not null;
create index refunds_by_payment on membership.refunds (payment_id);
