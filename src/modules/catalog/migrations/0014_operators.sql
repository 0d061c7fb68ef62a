-- What operators look for: coupons by their code, and stores by how their names begin, whether they are live or not.
create index offers_by_code on catalog.offers (upper(code)) where code is not null;
create index merchants_begins on catalog.merchants (folded text_pattern_ops);
