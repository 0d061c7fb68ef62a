-- Where a group of rates was no more, its products were written as if all of their price came back, and came first by cash back.
update catalog.products set from_bps = 0 where from_kind = 'none' and from_bps <> 0;
