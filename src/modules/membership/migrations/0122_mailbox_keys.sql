-- The mailbox behind a sign-up with a trial, named as `trials_used` names it: until its payment is decided nobody else of that mailbox
-- gets the trial. Null for sign-ups without one, and for those that a process of the version before opens meanwhile.
alter table membership.joins add column mailbox_key text;
create index joins_open_of_mailbox on membership.joins (mailbox_key) where state = 'open' and with_trial;
