-- Posting looks a few rows up by their keys, whatever the size of the tables: one plan does for every call. Left to
-- itself PostgreSQL planned each statement anew for each transfer, which cost more than twice what the transfer did, and
-- after a start on empty tables it might have read them whole for as long as a connection lived.
alter function ledger.post(uuid[], text[], text[], text[], jsonb[], timestamptz, int[], uuid[], bigint[])
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off;
