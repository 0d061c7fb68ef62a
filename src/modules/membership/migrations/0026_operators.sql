-- What operators look for: a charge by the processor's payment or its sum, and lists, the newest first.
create index charges_by_payment on membership.charges (payment_id) where payment_id is not null;
create index charges_by_amount on membership.charges (amount_minor, created_at desc);
create index charges_by_age on membership.charges (created_at desc, charge_id desc);
create index charges_by_state on membership.charges (state, created_at desc, charge_id desc);
create index refunds_by_age on membership.refunds (asked_at desc, refund_id desc);
create index memberships_by_age on membership.memberships (joined_at desc, membership_id desc);
create index memberships_by_state on membership.memberships (state, joined_at desc, membership_id desc);
create index movements_disputed on membership.movements (at desc, payment_id) where kind = 'dispute';
