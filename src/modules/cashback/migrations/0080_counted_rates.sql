-- What counted of the commission when somebody left: our own rate may have been more or less than the network's for a time.
alter table cashback.clicks add column counts_bps integer not null default 10000 check (counts_bps between 1 and 20000);
alter table cashback.clicks drop constraint clicks_share_bps_check;
alter table cashback.clicks add constraint clicks_share_bps_check check (share_bps between 0 and 20000);
