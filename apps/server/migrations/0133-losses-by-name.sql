-- Each end of a loss read all that are open. In the order of bytes, names that begin with another one lie together, in any database.
create index order_losses_by_name on order_losses (loss_key collate "C");
