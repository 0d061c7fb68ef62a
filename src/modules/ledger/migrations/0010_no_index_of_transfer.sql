-- No statement looks lines up by their transfer: statements go from lines to transfers, and `ledger:verify` sorts whole
-- tables. Ids of transfers have no order, so that each line wrote to another page of this index.
drop index ledger.lines_of_transfer;
