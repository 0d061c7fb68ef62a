-- Accounts say of the standard plan what they say of the others, also for memberships that began before.
update identity.users u set standard_active = true
where exists (
  select from membership.memberships m
  where m.user_id = u.user_id and m.tier = 'standard' and m.state <> 'ended' and not m.benefits_paused
);
