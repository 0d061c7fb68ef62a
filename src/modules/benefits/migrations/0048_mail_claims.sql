-- A claim on a purchase that its store told of by a mail which it signed: which purchase, which mail, what was refunded since.
alter table benefits.claims add column mail jsonb;
create index claims_of_mail on benefits.claims (user_id, (mail ->> 'purchase')) where mail is not null;
