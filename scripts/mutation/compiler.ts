import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { inRoot, runHeld } from '../command.ts';
import { type Mutant, mutatedText } from './change.ts';

const folder = inRoot('.cache', 'mutation', 'types');

const settings = {
  extends: '../../../tsconfig.base.json',
  // A mutant may leave an import or a parameter unused. That is not a type error.
  compilerOptions: {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    noUnusedLocals: false,
    noUnusedParameters: false,
  },
  include: ['.'],
};

/** Removes the mutants that do not compile. Each mutant is a copy of its file, and one program contains all copies. */
export async function compiled(mutants: Mutant[], textOf: (path: string) => string): Promise<Mutant[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(settings));
  for (const mutant of mutants) writeFileSync(`${folder}/${mutant.id}.ts`, mutatedText(textOf(mutant.path), mutant));
  const { output } = await runHeld('tsc', ['-p', folder, '--pretty', 'false']);
  const errors = output.split('\n').filter((line) => line.includes(': error TS'));
  const refused = new Set(errors.map((line) => Number(/mutation\/types\/(\d+)\.ts\(/.exec(line)?.[1])));
  if (refused.has(Number.NaN)) throw new Error(`The sources do not compile:\n${errors.join('\n')}`);
  rmSync(folder, { recursive: true, force: true });
  return mutants.filter(({ id }) => !refused.has(id));
}
