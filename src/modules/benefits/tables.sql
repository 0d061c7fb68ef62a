-- The schema `benefits` as it stands after all migrations. Written by `npm run tables`.

create table benefits.boosts (
  order_id uuid not null,
  user_id uuid not null,
  type text not null,
  campaign_id text,
  merchant_name text not null,
  extra_bps integer not null,
  month_minor bigint not null,
  back_minor bigint not null,
  amount_minor bigint not null,
  state text not null,
  version integer not null,
  ordered_at timestamp with time zone not null,
  expected_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  constraint boosts_pkey PRIMARY KEY (order_id),
  constraint boosts_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint boost_of_campaign CHECK (((type = 'seasonal'::text) = (campaign_id IS NOT NULL))),
  constraint boosts_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint boosts_back_minor_check CHECK ((back_minor >= 0)),
  constraint boosts_extra_bps_check CHECK ((extra_bps > 0)),
  constraint boosts_month_minor_check CHECK ((month_minor >= 0)),
  constraint boosts_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'earned'::text, 'reversed'::text]))),
  constraint boosts_type_check CHECK ((type = ANY (ARRAY['tenpercent'::text, 'seasonal'::text, 'smarttravel'::text])))
);
CREATE INDEX boosts_by_user ON benefits.boosts USING btree (user_id, ordered_at DESC);
