import pg from 'pg';

/** Lets a role read and write the rows of all tables, including future ones. Throws if the role can change tables. */
export async function grantRows(owner: Pick<pg.ClientBase, 'query'>, role: string): Promise<void> {
  const { rows } = await owner.query<{ isOwner: boolean; mayCreate: boolean; isGranted: boolean }>(
    `select pg_has_role($1, current_user, 'member') as "isOwner",
      has_schema_privilege($1, 'public', 'create') as "mayCreate",
      has_table_privilege($1, 'schema_migrations', 'select')
        and not has_table_privilege($1, 'schema_migrations', 'insert') as "isGranted"`,
    [role],
  );
  const { isOwner, mayCreate, isGranted } = rows[0]!;
  if (isOwner)
    throw new Error(
      `The role ${role} of DATABASE_URL is the owner of the tables, a member of it, or a superuser. Beside DATABASE_OWNER_URL it must be another.`,
    );
  if (mayCreate)
    throw new Error(
      `The role ${role} of DATABASE_URL may create tables. Once, as a superuser: revoke create on schema public from public, ${role}`,
    );
  if (isGranted) return;
  const name = pg.escapeIdentifier(role);
  // PostgreSQL runs all statements of one text, or none.
  await owner.query(`
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage on all sequences in schema public to ${name};
    revoke insert, update, delete on schema_migrations from ${name};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${name};
    alter default privileges in schema public grant usage on sequences to ${name}`);
}
