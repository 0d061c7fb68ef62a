-- A mail that may be answered into a conversation has a name that we can read again; `headers`: what else it says of itself.
alter table notifications.mails add column message_id text;
alter table notifications.mails add column headers jsonb not null default '{}';
