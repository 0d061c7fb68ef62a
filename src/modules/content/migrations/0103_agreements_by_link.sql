-- Also by the press on the link of a partner's invitation.
alter table content.agreements drop constraint agreements_way_check;
alter table content.agreements add constraint agreements_way_check check (way in ('register', 'social', 'invitation'));
