-- What operators look for: letters by the address that they went to, and those that did not arrive.
create index mails_by_recipient on notifications.mails (recipient, created_at desc);
create index mails_undelivered on notifications.mails (created_at desc, mail_id desc) where state in ('failed', 'refused', 'unclear');
create index mails_by_age on notifications.mails (created_at desc, mail_id desc);
