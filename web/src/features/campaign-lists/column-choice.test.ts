import {
  columnsIn,
  columnsText,
  defaultColumns,
  moved,
  withColumn,
} from '@kerb/web/features/campaign-lists/column-choice.ts';
import { describe, expect, it } from 'vitest';

describe('the columns in an address', () => {
  // biome-ignore format: a table
  it.each([
    ['the defaults if it names none',                 undefined,             defaultColumns],
    ['the defaults if all names are unknown',         'price,colour',        defaultColumns],
    ['those that it names, in its order',             'status,flow,agent',   ['status', 'flow', 'agent']],
    ['never repeated',                                'flow,agent,agent',    ['flow', 'agent']],
    ['always with the Flow No., which opens the row', 'agent,status',        ['flow', 'agent', 'status']],
    ['without unknown names',                         'flow,toString,agent', ['flow', 'agent']],
  ])('are %s', (_which, text, columns) => expect(columnsIn(text)).toEqual(columns));

  it('are read back unchanged, and are omitted if they are the defaults', () => {
    expect(columnsText(defaultColumns)).toBeUndefined();
    expect(columnsText(['flow', 'agent'])).toBe('flow,agent');
    expect(columnsIn(columnsText(['agent', 'flow']))).toEqual(['agent', 'flow']);
  });

  it('are nine by default, as on the sketch of the screen', () => {
    expect(defaultColumns).toEqual(['flow', 'name', 'tenant', 'status', 'option', 'budget', 'funding', 'sent', 'flag']);
  });
});

describe('a column', () => {
  it('is added at the end, and can be removed from any position', () => {
    expect(withColumn(['flow', 'name'], 'agent', true)).toEqual(['flow', 'name', 'agent']);
    expect(withColumn(['flow', 'name', 'agent'], 'name', false)).toEqual(['flow', 'agent']);
  });

  it('moves one place, and stays there at either end', () => {
    expect(moved(['flow', 'name', 'agent'], 'agent', -1)).toEqual(['flow', 'agent', 'name']);
    expect(moved(['flow', 'name', 'agent'], 'flow', 1)).toEqual(['name', 'flow', 'agent']);
    expect(moved(['flow', 'name', 'agent'], 'flow', -1)).toEqual(['flow', 'name', 'agent']);
    expect(moved(['flow', 'name', 'agent'], 'agent', 1)).toEqual(['flow', 'name', 'agent']);
    expect(moved(['flow', 'name'], 'agent', 1)).toEqual(['flow', 'name']);
  });
});
