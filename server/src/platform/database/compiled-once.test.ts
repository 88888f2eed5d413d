import { compiledOnce } from '@kerb/server/platform/database/compiled-once.ts';
import { keptPlan } from '@kerb/server/platform/database/kept-plans.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';
import { everyStatement } from '../../../test/record-statements.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});

type Values = { one: number; many: readonly number[] };

describe('a statement that is compiled once', () => {
  it('has the values of each call at their places, and constants at theirs', async () => {
    const sum = compiledOnce<Values, { total: number }>(
      ({ one, many }) => sql`
        select ${one}::integer + ${one}::integer + ${1000}::integer
          + (select sum(each) from unnest(${many}::integer[]) each)::integer as total`,
    );
    expect(await sum(stage.db, { one: 1, many: [10, 20] })).toEqual([{ total: 1032 }]);
    expect(await sum(stage.db, { one: 2, many: [300] })).toEqual([{ total: 1304 }]);
    expect(await Promise.all([1, 2, 3].map((one) => sum(stage.db, { one, many: [] })))).toHaveLength(3);
  });

  it('is built once for each shape', async () => {
    const built: string[] = [];
    const worded = compiledOnce<{ value: string }, { answer: string }, 'plain' | 'loud'>(({ value }, shape) => {
      built.push(shape);
      return shape === 'loud' ? sql`select upper(${value}) as answer` : sql`select ${value}::text as answer`;
    });
    const answers: unknown[] = [];
    for (const shape of ['plain', 'loud', 'plain', 'loud'] as const) {
      answers.push(...(await worded(stage.db, { value: shape }, shape)));
    }
    expect(answers).toEqual(['plain', 'LOUD', 'plain', 'LOUD'].map((answer) => ({ answer })));
    expect(built).toEqual(['plain', 'loud']);
  });

  it('keeps its plan, and names columns as all other queries do', async () => {
    const named = compiledOnce<{ id: number }, { userId: number }>(({ id }) => sql`select ${id}::bigint as user_id`);
    const statements = await everyStatement(async () => {
      expect(await named(stage.db, { id: 7 })).toEqual([{ userId: 7 }]);
    });
    expect(statements.map(({ text }) => text.startsWith(keptPlan))).toEqual([true]);
  });

  it('sees what its transaction has written', async () => {
    const found = compiledOnce<{ key: string }, { value: string }>(
      ({ key }) => sql`select value->>'word' as value from sandbox_state where key = ${key}`,
    );
    const undone = new Error('undone');
    const written = stage.db.transaction().execute(async (tx) => {
      await tx.insertInto('sandboxState').values({ key: 'test', value: '{"word":"here"}' }).execute();
      expect(await found(tx, { key: 'test' })).toEqual([{ value: 'here' }]);
      throw undone;
    });
    await expect(written).rejects.toBe(undone);
    expect(await found(stage.db, { key: 'test' })).toEqual([]);
  });
});
