import { standings } from '@kerb/domain/access/actor.ts';
import { attachmentPurposes } from '@kerb/domain/documents/documents.contract.ts';
import { documentRights } from '@kerb/domain/documents/visibility.ts';
import { describe, expect, it } from 'vitest';

describe('documents', () => {
  // Columns: admin, manager, employee, vendor.
  // biome-ignore format: a table
  const grid = {
    'lending-agreement':       { see: '✓ ✓ ✓ ✓', add: '✓ ✓ ✓ .' },
    marketing:                 { see: '✓ ✓ ✓ .', add: '✓ ✓ ✓ .' },
    'marketing-vendor':        { see: '✓ ✓ ✓ ✓', add: '✓ ✓ ✓ .' },
    'property-photo':          { see: '✓ ✓ ✓ ✓', add: '✓ ✓ ✓ .' },
    'supporting-doc':          { see: '✓ . . ✓', add: '✓ . . ✓' },
    'internal-doc':            { see: '✓ . . .', add: '✓ . . .' },
    'vendor-id':               { see: '✓ . . ✓', add: '✓ . . ✓' },
    'upfront-payment-receipt': { see: '✓ ✓ ✓ ✓', add: '✓ . . .' },
  };

  it.each(attachmentPurposes)('of purpose %s are seen and filed by whom the grid says', (purpose) => {
    const marks = (right: 'see' | 'add') =>
      standings.map((standing) => (documentRights[purpose][right].includes(standing) ? '✓' : '.')).join(' ');
    expect({ see: marks('see'), add: marks('add') }).toEqual(grid[purpose]);
  });

  it('can be filed only by those who see them', () => {
    for (const { see, add } of Object.values(documentRights)) {
      expect(add.filter((standing) => !see.includes(standing))).toEqual([]);
    }
  });
});
