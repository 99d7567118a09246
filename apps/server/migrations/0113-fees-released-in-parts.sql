-- A share of a loss that comes back waits like any fee, also where the rest of the fee is the partner's own already.
alter table partner_fees
  -- What of it is on the partner's own account, and how often it was released.
  add column released numeric(38, 0) not null default 0,
  add column releases integer not null default 0;
update partner_fees set released = amount - lost, releases = 1 where status = 'released';
alter table partner_fees
  add constraint partner_fee_released_part check (released >= 0 and released <= amount - lost),
  add constraint partner_fee_released_all check (status <> 'released' or released = amount - lost);
