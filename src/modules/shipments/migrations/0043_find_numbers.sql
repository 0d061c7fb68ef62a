-- Operators find a parcel by its number, whoever follows it.
create index parcels_by_number on shipments.parcels (number) where number is not null;
