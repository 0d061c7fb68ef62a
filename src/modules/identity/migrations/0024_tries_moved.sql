-- Tries are counted by the platform, for every module. The windows that were open here are two days old at most.
drop table identity.tries;
