-- Charges that waited for a person when their membership ended: no act could settle them, so they stood on the list for ever.
update membership.charges c set needs_person_since = null, needs_person_why = null
from membership.memberships m
where m.membership_id = c.membership_id and m.state = 'ended' and c.needs_person_since is not null;
