create index users_of_partner on identity.users (partner, created_at);
