-- Erasing a client finds its marks by an index: the other one leaves out those that are erased.
create index person_marks_of_client on person_marks (client_id);
