-- Two accounts that become one keep both addresses: mailboxes forward to each. The main one is shown.
alter table mailboxes.addresses add column main boolean not null default true;
drop index mailboxes.addresses_current;
create unique index addresses_current on mailboxes.addresses (user_id) where stopped_at is null and main;
