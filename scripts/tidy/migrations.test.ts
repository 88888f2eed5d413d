import { describe, expect, it } from 'vitest';
import { locksShortly } from './migrations.ts';
import { sourceFile } from './source.ts';

const inFile = (body: string, path = 'server/migrations/0090-notes.ts') => locksShortly(sourceFile(path, body));
const up = (...statements: string[]) =>
  `export async function up(db) {\n${statements.map((each) => `  await sql\`${each}\`.execute(db);`).join('\n')}\n}\n`;
const online = (body: string) => `export async function online(_, { createIndex, inLots }) {\n  ${body}\n}\n`;

describe('a new migration', () => {
  it.each([
    ['create index messages_by_kind on messages (kind)', 'creates an index under a lock'],
    ['create unique index messages_once\n      on messages (kind)', 'creates an index under a lock'],
    ['create index concurrently messages_by_kind on messages (kind)', 'use createIndex'],
    [`create index ${'$'}{name} on ${'$'}{table} (kind)`, 'creates an index under a lock'],
    ['alter table assets add column added timestamptz not null default clock_timestamp()', 'differs by row'],
    ['alter table assets add column code uuid default gen_random_uuid()', 'differs by row'],
    ['alter table assets add column added date default current_date', 'differs by row'],
    ['alter table assets add column key text generated always as (lower(name)) stored', 'generated column'],
    ['alter table assets add column n bigint generated always as identity', 'generated column'],
    ['alter table assets alter column size type bigint', 'changes the type'],
    ['alter table assets alter size set data type bigint', 'changes the type'],
    ['alter table assets alter column name set not null', 'reads the whole table'],
    ['alter table assets add constraint sized check (size > 0)', 'checks every row'],
    ['alter table assets add foreign key (tenant_id) references tenants (id)', 'checks every row'],
    ['alter table assets add constraint once unique (name)', 'creates an index under a lock'],
    ['update assets set size = 0 where size is null', 'use inLots'],
    ['update assets set size = 0', 'changes every row'],
    ['delete from messages', 'changes every row'],
    ['lock table assets', 'for as long as it takes'],
    ['truncate messages', 'for as long as it takes'],
    ['vacuum full assets', 'for as long as it takes'],
    ['alter table assets drop column size', 'a release later'],
    ['alter table assets rename column size to bytes', 'a release later'],
    ['drop table messages', 'a release later'],
  ])('may not say: %s', (statement, problem) => {
    expect(inFile(up(statement)).join()).toContain(problem);
  });

  it.each([
    ['a column without a default', up('alter table assets add column note text')],
    ['a column with a constant default', up('alter table assets add column is_new boolean not null default false')],
    ['a default for later rows', up('alter table assets alter column added set default clock_timestamp()')],
    ['a constraint that is checked later', up('alter table assets add constraint sized check (size > 0) not valid')],
    ['an index on its own table', up('create table notes (id bigint)', 'create index notes_by_id on notes (id)')],
    ['a change of a small table', up('update tenants set name = name', 'create index t on tenants (name)')],
    [
      'a function that updates',
      up('create function f() returns trigger language plpgsql as $$ begin update assets set size = 0; end $$'),
    ],
    ['a trigger', up('create trigger t after update on assets for each row execute function f()')],
    ['an index that is created online', online("await createIndex('a', sql`assets (size) where size > 0`);")],
    [
      'a fill in lots',
      online("await inLots('assets', (from, to) => sql`update assets set size = 0 where id between 1 and 2`);"),
    ],
    [
      'a check that is validated online',
      online('await sql`alter table assets validate constraint sized`.execute(db);'),
    ],
  ])('may have %s', (_, text) => {
    expect(inFile(text)).toEqual([]);
  });

  it('may not fill a whole table in one statement, also online', () => {
    expect(inFile(online('await sql`update assets set size = 0`.execute(db);')).join()).toContain('changes every row');
  });

  it('removes what no released server uses, if its name says so', () => {
    expect(inFile(up('alter table assets drop column size'), 'server/migrations/0090-remove-size.ts')).toEqual([]);
  });

  it('is new from 0085 on', () => {
    expect(inFile(up('create index a on messages (kind)'), 'server/migrations/0084-old.ts')).toEqual([]);
  });
});
