-- The two roles of the database (docs/operations.md). Write passwords of your own, and run it once, as a superuser:
--   psql -v ON_ERROR_STOP=1 -f roles.sql
-- For compose.yaml, copy it to deploy/secrets/roles.sql.
create role kerb_owner login password '…';
create role kerb_run nologin;
create role kerb_app login password '…' in role kerb_run;
create database kerb owner kerb_owner;
revoke connect on database kerb from public;
grant connect on database kerb to kerb_app;
