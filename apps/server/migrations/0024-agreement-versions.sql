-- A version longer than a client may send back could be accepted by nobody, and would keep every client out.
alter table company_agreements add constraint company_agreements_version_length check (length(version) between 1 and 40);
