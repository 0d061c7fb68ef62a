-- What members do at a store: told from above by cash back, which keeps clicks and orders, and reckoned by rules.ts `activityOf`.
alter table catalog.merchants add column activity integer not null default 0 check (activity >= 0);
-- Different people who went there in the time that counts; an order is called "most visited" by this alone.
alter table catalog.merchants add column visitors integer not null default 0 check (visitors >= 0);
create index merchants_by_visitors on catalog.merchants (visitors desc, popularity desc, internal_name) where live and visitors > 0;
