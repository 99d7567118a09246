-- Numbers of deposit keys name branch and child, and no longer come from a counter that a restored copy would set back.
alter table deposit_addresses alter column key_index type bigint;
alter table wallet_outputs alter column key_index type bigint;
drop sequence deposit_key_index;
