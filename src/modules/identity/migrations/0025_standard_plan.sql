-- SPEC §3 `subs`: the standard plan is a subscription as the others are. The membership fills it in.
alter table identity.users add column standard_active boolean not null default false;
