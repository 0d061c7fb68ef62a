-- What a membership brings follows the plan of the day, so that its history says which plan ran after each event.
alter table membership.membership_events add column tier text;
update membership.membership_events e set tier = j.tier
from membership.joins j where j.membership_id = e.membership_id and e.kind = 'joined';
update membership.membership_events e set tier = c.tier
from membership.charges c where c.membership_id = e.membership_id and e.kind = 'charged' and c.kind = 'period' and c.period_start::text = e.reason;
-- A change began at once in a trial, or when its difference was paid; any other waited for the next period.
update membership.membership_events e set tier = e.reason
where e.kind = 'plan_changed' and (e.to_state = 'trial' or exists (
  select from membership.charges c where c.membership_id = e.membership_id and c.kind = 'upgrade' and c.tier = e.reason and c.paid_at <= e.at));
update membership.membership_events e set tier = coalesce((
  select p.tier from membership.membership_events p
  where p.membership_id = e.membership_id and p.sequence < e.sequence and p.tier is not null order by p.sequence desc limit 1), j.tier)
from membership.joins j where j.membership_id = e.membership_id and e.tier is null;
alter table membership.membership_events alter column tier set not null;
alter table membership.membership_events add constraint membership_events_tier_check check (tier in ('standard', 'plus', 'shipright'));
