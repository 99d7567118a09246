-- The least that is sold of an option follows what the network asks: a sold pay-out is one that is signed at that cost.
alter table network_costs add column least_payout numeric(38, 0) not null default 0 check (least_payout >= 0);
