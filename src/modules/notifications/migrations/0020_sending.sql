-- What is being handed over is written before the hand-over, so that a process which died in the middle of it is known.
-- `refused`: the mail server will not take it for this address. `unclear`: nobody knows whether it arrived, and it is not sent again.
alter table notifications.mails drop constraint mails_state_check;
alter table notifications.mails add constraint mails_state_check
  check (state in ('queued', 'sending', 'sent', 'failed', 'refused', 'unclear', 'unwanted'));
alter table notifications.texts drop constraint texts_state_check;
alter table notifications.texts add constraint texts_state_check check (state in ('queued', 'sending', 'sent', 'refused'));
alter table notifications.texts drop constraint texts_check;
alter table notifications.texts add constraint texts_check check ((state in ('queued', 'sending')) = (recipient is not null));
