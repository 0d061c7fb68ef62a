-- Pages are counted by a library, whose rows look like this. What a crash of the database forgets is no loss. A process of
-- the version before that misses its own table counts alone.
create unlogged table platform.page_points (
  key text primary key,
  points integer not null,
  -- Milliseconds since 1970, when the count begins anew. Whole ones are exact here, and the library reckons with them as
  -- numbers, where this house reads every bigint as a bigint.
  expire double precision
);
create index page_points_expire on platform.page_points (expire);
drop table platform.page_buckets;
