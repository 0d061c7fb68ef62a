create index memberships_of_partner on membership.memberships (partner, joined_at);
