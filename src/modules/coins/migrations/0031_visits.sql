create index rewards_by_visit on coins.rewards (visit_id) where visit_id is not null;
