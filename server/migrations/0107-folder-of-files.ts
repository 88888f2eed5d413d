import { type Kysely, sql } from 'kysely';

/**
 * The id of the folder that has the files. It is also in a file of that folder, so that a server with another folder
 * notices it. Null while files are in a bucket, and until a server with a folder starts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deployment add column files_folder_id text`.execute(db);
}
