import type { ImportCheck, ImportDetails } from '@kerb/domain/imports/imports.contract.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
});

async function aTeam() {
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const call = stage.as(manager.userId);
  const place = `/v1/tenants/${tenantId}/team-imports`;
  const invited = async () =>
    await stage.db.selectFrom('userInvitations').selectAll().where('tenantId', '=', tenantId).orderBy('id').execute();
  return { call, place, invited };
}

/** Cells that are valid, that are not, and that break the notation of a file. */
const cell = fc.oneof(
  fc.constantFrom(
    'Ivy',
    'Ng',
    'ivy@example.com',
    'IVY@example.com',
    'abe@example.com',
    '0412 345 678',
    'manager',
    'yes',
  ),
  fc.constantFrom(
    '',
    '"',
    '""',
    '"a\nb"',
    ';',
    '\t',
    '=1+1',
    'x'.repeat(120),
    '\u202e',
    '-',
    'constructor',
    '__proto__',
  ),
  fc.string({ maxLength: 12 }),
);
const row = fc.array(cell, { minLength: 1, maxLength: 6 }).map((cells) => cells.join(','));
const names = 'First name,Surname,Email,Mobile,Access,All agent notices';
const file = fc
  .tuple(fc.oneof(fc.constant(names), row), fc.array(row, { maxLength: 8 }))
  .map((all) => all.flat().join('\n'));

describe('any file', () => {
  it('is read or refused in words, and creates exactly the rows without an error', async () => {
    const holds = fc.asyncProperty(fc.oneof(file, fc.string({ unit: 'binary', maxLength: 200 })), async (text) => {
      const { call, place, invited } = await aTeam();
      const checked = await call('POST', `${place}/check`, { text });
      expect([200, 400], checked.body).toContain(checked.statusCode);
      expect(await invited()).toEqual([]);
      if (checked.statusCode === 400) return;
      const { rows, mapping } = checked.json() as ImportCheck;
      const lines = rows.map(({ line }) => line);
      expect(new Set(lines).size).toBe(lines.length);
      const ready = rows.filter(({ errors }) => Object.keys(errors).length === 0);
      const answer = await call('POST', place, { fileName: 'any.csv', text, mapping, lines });
      expect(answer.statusCode, answer.body).toBe(201);
      const outcomes = (answer.json() as ImportDetails).rows.map(({ line, outcome }) => [line, outcome]);
      const isReady = (line: number) => ready.some((each) => each.line === line);
      expect(outcomes).toEqual(lines.map((line) => [line, isReady(line) ? 'created' : 'refused']));
      expect((await invited()).map(({ emailAddress }) => emailAddress)).toEqual(
        ready.map(({ texts }) => texts.emailAddress?.trim()),
      );
    });
    await fc.assert(holds, { numRuns: 40 });
  });
});
