-- A better plan whose payment went back may be asked for anew in its period: the first charge keeps its receipt as it is, also where a
-- person settled another way what was to go back.
create unique index charges_of_period on membership.charges (membership_id, period_start, kind)
  where kind <> 'upgrade' or state not in ('succeeded', 'refunded');
alter table membership.charges drop constraint charges_period;
create index charges_of_membership on membership.charges (membership_id, period_start, kind);

-- A price that was announced for a plan ends with it: until now it followed its member into the next one.
update membership.memberships m set next_price_minor = null, next_price_on = null
where m.next_price_minor is not null and m.tier <> (
  select e.tier from membership.membership_events e
  where e.membership_id = m.membership_id and e.kind = 'price_change' order by e.sequence desc limit 1);

-- A letter about a new price says by its name of which plan and sum it was (told-prices.ts). One that was sent before, and whose day is
-- still to come, was of the sum that is planned if it went out after that was planned; any other says nothing of it, so that it is told again.
update membership.notices n set kind = 'price_change:1:' || m.tier || ':' || m.next_price_minor
from membership.memberships m
where m.membership_id = n.membership_id and n.kind = 'price_change' and n.period = m.next_price_on and n.sent_at >= (
  select e.at from membership.membership_events e
  where e.membership_id = m.membership_id and e.kind = 'price_change' order by e.sequence desc limit 1);
update membership.memberships m set next_action_at = n.sent_at
from membership.notices n
where n.membership_id = m.membership_id and n.kind = 'price_change' and n.period = m.next_price_on and m.next_action_at > n.sent_at;
