-- Where a member is told of what, on four channels: what is chosen is kept, and what was never touched follows the channel's own default.
alter table notifications.refusals rename to choices;
alter table notifications.choices rename constraint refusals_pkey to choices_pkey;
alter table notifications.choices drop constraint refusals_channel_check;
alter table notifications.choices add constraint choices_channel_check check (channel in ('mail', 'page', 'push', 'text'));
alter table notifications.choices add column is_on boolean not null default false;
alter table notifications.choices alter column is_on drop default;

-- When a member is told, and how much of it a locked screen shows. Who never touched it has no row.
create table notifications.preferences (
  user_id uuid primary key,
  -- A name of the IANA list; null: that of the brand.
  zone text,
  quiet boolean not null,
  quiet_from smallint not null check (quiet_from between 0 and 23),
  quiet_until smallint not null check (quiet_until between 0 and 23),
  digest text not null check (digest in ('none', 'daily', 'weekly')),
  shows_details boolean not null,
  changed_at timestamptz not null,
  check (quiet_from <> quiet_until)
);

-- What is no hurry is gathered and told in one mail. Partner and brief are what that mail is made of.
alter table notifications.mails add column partner text;
alter table notifications.mails add column brief jsonb;
alter table notifications.mails add column digest_id uuid references notifications.mails (mail_id);
alter table notifications.mails drop constraint mails_state_check;
alter table notifications.mails add constraint mails_state_check check (state in
  ('queued', 'sending', 'sent', 'failed', 'refused', 'unclear', 'unwanted', 'returned', 'gathered', 'digested'));
create index mails_gathered on notifications.mails (user_id, created_at) where state = 'gathered';
create index mails_of_digest on notifications.mails (digest_id) where digest_id is not null;
