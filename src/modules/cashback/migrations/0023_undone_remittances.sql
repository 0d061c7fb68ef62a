-- A remittance that was told wrong gives its orders back: they are found by its reference.
create index commission_moves_by_remittance on cashback.commission_moves (remittance) where remittance is not null;
