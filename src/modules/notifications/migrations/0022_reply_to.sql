-- Whom an answer to the mail goes to, where that is not its sender.
alter table notifications.mails add column reply_to text;
