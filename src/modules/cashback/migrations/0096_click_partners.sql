-- Under which brand somebody went shopping: partners are told their own numbers.
alter table cashback.clicks add column partner text;
create index clicks_of_partner on cashback.clicks (partner, at) where partner is not null;
