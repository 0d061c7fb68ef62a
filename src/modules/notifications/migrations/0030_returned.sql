-- Addresses that mail comes back from, or whose reader called it spam. Lower case.
create table notifications.returned (
  address text primary key check (address = lower(address)),
  reason text not null check (reason in ('bounce', 'complaint')),
  detail text not null,
  told_by text not null,
  since timestamptz not null
);

alter table notifications.mails drop constraint mails_state_check;
alter table notifications.mails add constraint mails_state_check
  check (state in ('queued', 'sending', 'sent', 'failed', 'refused', 'unclear', 'unwanted', 'returned'));
