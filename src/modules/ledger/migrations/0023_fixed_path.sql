-- As of `platform.hand_over`: what the owner runs at each start looks nowhere but among the system's own functions.
alter function ledger.shield(text) set search_path = pg_catalog, pg_temp;
