-- Whoever migrates runs this: names and functions in it are the system's own, whatever somebody has put into another schema.
alter function platform.hand_over(text, text[]) set search_path = pg_catalog, pg_temp;
