-- One inbox for everything foreign. Networks' rows lie in their table already, whatever their number: it becomes everybody's,
-- and what the columns are called changes with it.
alter table cashback.inbox set schema platform;
alter table platform.inbox owner to current_user;
alter table platform.inbox rename column network to provider;
alter table platform.inbox
  drop constraint inbox_network_check,
  drop constraint inbox_source_check,
  add constraint inbox_provider_check check (provider ~ '^[a-z][a-z0-9_-]{0,39}$'),
  add constraint inbox_source_check check (source in ('report', 'postback', 'webhook')),
  -- When a row that still waits is given a job again, and how often that was.
  add column looks integer not null default 0,
  add column next_look_at timestamptz not null default '2000-01-01T00:00:00Z';
alter table platform.inbox alter column next_look_at drop default;
create index inbox_waiting on platform.inbox (next_look_at) where state = 'new';

-- The card processor's messages, with all that was kept of them.
insert into platform.inbox (inbox_id, provider, source, row_key, content_hash, payload, fetched_at, received_at, state, settled_at, looks, next_look_at)
  select gen_random_uuid(), 'stripe', 'webhook', event_id, sha256(convert_to(event_id, 'UTF8')),
    jsonb_build_object('type', type, 'object_id', object_id), sent_at, received_at, case when done_at is null then 'new' else 'applied' end, done_at,
    looks, next_look_at
  from membership.inbox;
drop table membership.inbox;
