import { demoAustralia } from '@kerb/server/sandbox-countries/australia/demo.ts';
import pg from 'pg';
import { insertBooks } from './generate-books.ts';
import { insertCampaigns } from './generate-campaigns.ts';
import { insertPeople, insertPrimaryContacts } from './generate-people.ts';
import { agencies, firstNames, streets, suburbs, surnames } from './words.ts';

export type FillOptions = {
  /** Runs every trigger and keeps every index: slow, and the reference that the bulk fill is tested against. */
  keepsTriggers?: boolean;
  /** Whether there are payments, invoices, batches and a ledger. */
  hasBooks?: boolean;
  /** Receives each step that is finished. */
  report?: (step: string) => void;
};

/**
 * `share` returns the same number from 0 to 1 for the same row and question in every run: nothing is random.
 * `often_first` skews the choice, so that the first of 300 places occurs once in 26 and the last once in 100,000.
 */
const helpers = `
  create function pg_temp.share(row_number bigint, question integer) returns double precision
    language sql immutable as 'select (hashint8extended(row_number, question) & 4294967295) / 4294967296.0::float8';
  create function pg_temp.place(row_number bigint, question integer, count integer) returns integer
    language sql immutable as 'select 1 + floor(pg_temp.share(row_number, question) * count)::integer';
  create function pg_temp.often_first(row_number bigint, question integer, count integer) returns integer
    language sql immutable as
    'select 1 + least(count - 1, floor(-ln(1 - pg_temp.share(row_number, question)) * count / 11.5))::integer'`;

async function makeWords(client: pg.Client): Promise<void> {
  await client.query(helpers);
  const { mobiles } = demoAustralia;
  const lists = { streets, suburbs, first_names: firstNames, surnames, agencies, mobiles };
  for (const [name, words] of Object.entries(lists)) {
    await client.query(`create temp table ${name} (place integer primary key, word text not null)`);
    await client.query(
      `insert into ${name} select place, word from unnest($1::text[]) with ordinality w(word, place)`,
      [words],
    );
  }
}

/** Indexing a million rows at the end is faster. Returns the statements that create the indexes again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made_by: string }>(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as made_by
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map((row) => row.made_by);
}

/** The row trigger of users would take minutes for a million people; one statement writes the same rows. */
async function withoutContactTrigger(client: pg.Client, insert: () => Promise<void>): Promise<void> {
  await client.query('alter table users disable trigger users_primary_contacts');
  await insert();
  await insertPrimaryContacts(client);
  await client.query('alter table users enable trigger users_primary_contacts');
}

async function fillWith(client: pg.Client, count: number, options: FillOptions) {
  const { keepsTriggers = false, hasBooks = true, report } = options;
  await makeWords(client);
  const indexes = keepsTriggers ? [] : await dropIndexes(client);
  const people = () => insertPeople(client, count);
  await (keepsTriggers ? people() : withoutContactTrigger(client, people));
  await client.query('analyze');
  report?.('people are inserted');
  await insertCampaigns(client, count, (done) => report?.(`${done.toLocaleString('en-AU')} campaigns are inserted`));
  if (hasBooks) await insertBooks(client, count, keepsTriggers);
  report?.(hasBooks ? 'the books are written' : 'there are no books');
  for (const index of indexes) await client.query(index);
  report?.(`${indexes.length} indexes are created`);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

/** Fills a database that is migrated and otherwise empty. */
export async function fill(url: string, count: number, fillOptions: FillOptions = {}): Promise<void> {
  const options = '-c timezone=UTC -c synchronous_commit=off -c jit=off -c work_mem=64MB -c maintenance_work_mem=256MB';
  const client = new pg.Client({ connectionString: url, options });
  await client.connect();
  try {
    await fillWith(client, count, fillOptions);
  } finally {
    await client.end();
  }
}
