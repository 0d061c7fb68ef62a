-- The list of what has run has a name of its own: whoever migrates gives it that before it looks (`platform/migrate.ts`).
drop table if exists platform.kysely_migration_lock;
create or replace function platform.hand_over(p_role text, p_keep text[]) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  ours oid[] := (select array_agg(oid) from pg_namespace
    where nspname <> all (p_keep || array['public', 'information_schema', 'platform']) and nspname !~ '^pg_');
  one record;
begin
  for one in select nspname as name from pg_namespace where oid = any (ours) and nspowner <> p_role::regrole loop
    execute format('alter schema %I owner to %I', one.name, p_role);
  end loop;
  for one in
    select c.oid::regclass as name, c.relkind from pg_class c
      where c.relnamespace = any (ours) and c.relkind in ('r', 'p', 'v', 'm', 'S', 'c') and c.relowner <> p_role::regrole
        -- Sequences of columns go with their tables, and what an extension brought stays with it.
        and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
          and (d.deptype = 'e' or c.relkind = 'S' and d.deptype in ('a', 'i')))
  loop
    execute format(case one.relkind when 'c' then 'alter type %s owner to %I' else 'alter table %s owner to %I' end, one.name, p_role);
  end loop;
  for one in
    select p.oid::regprocedure as name from pg_proc p
      where p.pronamespace = any (ours) and p.proowner <> p_role::regrole
        and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter routine %s owner to %I', one.name, p_role);
  end loop;
  for one in
    select t.oid::regtype as name from pg_type t
      where t.typnamespace = any (ours) and t.typtype in ('e', 'd') and t.typowner <> p_role::regrole
        and not exists (select 1 from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  loop
    execute format('alter type %s owner to %I', one.name, p_role);
  end loop;
  -- Which migrations have run is told by whoever runs them.
  execute format('grant usage on schema platform to %I', p_role);
  execute format('grant select, insert, update, delete, truncate on all tables in schema platform to %I', p_role);
  execute format('grant usage, select on all sequences in schema platform to %I', p_role);
  execute format('revoke insert, update, delete, truncate on platform.migrations from %I', p_role);
end $$;
