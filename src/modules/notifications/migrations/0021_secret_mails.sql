-- Whether a mail's text is erased once it is sent is said by who writes it, not by a list of names.
alter table notifications.mails add column secret boolean not null default false;
update notifications.mails set secret = true
where template in ('verify_email', 'reset_password', 'set_password', 'email_change', 'draw_confirm');
