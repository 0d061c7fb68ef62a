-- A better plan whose payment went back may be asked for anew in its period: the first charge keeps its receipt as it is.
create unique index charges_of_period on membership.charges (membership_id, period_start, kind)
  where kind <> 'upgrade' or state <> 'refunded';
alter table membership.charges drop constraint charges_period;
create index charges_of_membership on membership.charges (membership_id, period_start, kind);

-- A letter about a new price says by its name of which sum it was (told-prices.ts). Those that were sent before, and whose day is still to
-- come, were of the sum that is planned.
update membership.notices n set kind = 'price_change:1:' || m.next_price_minor
from membership.memberships m
where m.membership_id = n.membership_id and n.kind = 'price_change' and n.period = m.next_price_on;
