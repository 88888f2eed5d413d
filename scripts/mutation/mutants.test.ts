import { describe, expect, it } from 'vitest';
import { mutatedText } from './change.ts';
import { mutantsOf } from './mutants.ts';

const mutated = (text: string) => mutantsOf('domain/src/room/file.ts', text).map((mutant) => mutatedText(text, mutant));

// biome-ignore format: a table
const operators: [about: string, text: string, mutants: string[]][] = [
  ['moves the boundary of a comparison',        'a < b;',                   ['a <= b;', 'a >= b;']],
  ['inverts an equality',                       'a === b;',                    ['a !== b;']],
  ['inverts a calculation',                     'a * b;',                      ['a / b;']],
  ['does not change joined texts',              "a + '';",                     []],
  ['drops one side of a condition',             'a && b;',                     ['(a);', '(b);']],
  ['drops a default',                           'a ?? b;',                     ['(a);', '(b);']],
  ['takes one branch',                          'a ? b : c;',                  ['(b);', '(c);']],
  ['always or never enters an if',              'if (a) b;',                   ['if (true) b;', 'if (false) b;']],
  ['drops a negation',                          '!a;',                         ['(a);']],
  ['flips a boolean',                           'x(true);',                    [';', 'x(false);']],
  ['adds one to a number',                      'f = 10_00;',                  [';', 'f = 1001;']],
  ['adds one to a big number',                  'f = 2n;',                     [';', 'f = 3n;']],
  ['empties a sentence',                        "f = 'No money.';",            [';', "f = '';"]],
  ['empties a template',                        'f = `a`;',                 [';', 'f = ``;']],
  ['empties a list and drops items',            'f = [a, b];',                 [';', 'f = [];', 'f = [b];', 'f = [a];']],
  ['drops the properties after a spread',       'f = { ...a, b };',          [';', 'f = { b };', 'f = { ...a };']],
  ['swaps and negates some and every',          'f = a.some(b);',             [';', 'f = a.every(b);', 'f = !(a.some(b));']],
  ['drops a filter',                            'f = a.filter(b);',            [';', 'f = (a);']],
  ['negates a returned value',                  'f = isDue(a);',               [';', 'f = !(isDue(a));']],
  ['drops the anchor of a pattern',             'f = /^a$/u;',                 [';', 'f = /a$/u;', 'f = /^a/u;']],
  ['does not change the size of a sort result', 'f = a.toSorted(() => 1);',  [';', 'f = (a);']],
  ['returns a simple constant',                 'const f = (): boolean => a;', ['const f = (): boolean => true;', 'const f = (): boolean => false;']],
  ['returns nothing',                           'function f(): A | null { return a; }', ['function f(): A | null { return null; }']],
];

describe('mutants', () => {
  it.each(operators)('%s', (_, text, mutants) => {
    expect(mutated(text)).toEqual(mutants);
  });

  it('use another value of the same column in a table', () => {
    expect(mutated("const f = { a: { may: 'all' }, b: { may: 'own' } };")).toEqual([
      "const f = { a: { may: 'own' }, b: { may: 'own' } };",
      "const f = { a: { may: 'all' }, b: { may: 'all' } };",
    ]);
    expect(mutated("const f = [{ may: 'all' }, { may: 'own' }];")).toContain(
      "const f = [{ may: 'own' }, { may: 'own' }];",
    );
  });

  it('do not change types, imports and the names of properties', () => {
    expect(mutated("import { a } from 'a';\ntype A = 'a' | 1;\nconst b: A = c as 'a';\nconst d = { 'e': b };")).toEqual(
      [],
    );
  });

  it('state their position and the original text', () => {
    const text = 'a;\nb < c;';
    expect(mutantsOf('f.ts', text)[0]).toEqual({ path: 'f.ts', line: 2, start: 5, end: 6, was: '<', becomes: '<=' });
  });
});
