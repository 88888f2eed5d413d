import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoFile } from '@kerb/server/demo/demo-steps.ts';
import { demoFiling } from '@kerb/server/demo/file-document.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { beforeAll, expect, it } from 'vitest';
import { buildersFor } from '../../test/builders.ts';
import { type Stage, startStage } from '../../test/harness.ts';

let stage: Stage;
let tenantId: number;
beforeAll(async () => {
  stage = await startStage();
  tenantId = await buildersFor(stage).aTenant();
});

const files: DemoFile[] = [
  { purpose: 'marketing', fileName: 'Schedule.pdf', lines: ['Schedule', 'One (1) board'] },
  { purpose: 'marketing-vendor', fileName: 'House.png', lines: [] },
];
const inFolder = async (name: string) => {
  const folder = join(stage.deps.config.dataDir, name);
  await mkdir(folder, { recursive: true });
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).length;
};

it('stores files like an upload: inspected, encrypted, and with no temporary file left', async () => {
  const { keep } = demoFiling(stage.deps);
  await inTransaction(stage.deps, byTheProduct, async (work) => {
    for (const file of files) await keep(work, tenantId, file);
  });
  const assets = await stage.db.selectFrom('assets').select(['fileName', 'contentType']).orderBy('id').execute();
  expect(assets).toEqual([
    { fileName: 'Schedule.pdf', contentType: 'application/pdf' },
    { fileName: 'House.png', contentType: 'image/png' },
  ]);
  expect([await inFolder('files'), await inFolder('tmp')]).toEqual([2, 0]);
});

it('deletes the stored bytes of a load that failed', async () => {
  const before = await inFolder('files');
  const filing = demoFiling(stage.deps);
  const failing = inTransaction(stage.deps, byTheProduct, async (work) => {
    await filing.keep(work, tenantId, files[0]!);
    throw new Error('the power failed');
  });
  await expect(failing).rejects.toThrow('the power failed');
  expect(await inFolder('files')).toBe(before + 1);
  await filing.undo();
  expect(await inFolder('files')).toBe(before);
});
