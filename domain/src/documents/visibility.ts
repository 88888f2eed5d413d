import type { Standing } from '@kerb/domain/access/actor.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';

type Rights = { see: readonly Standing[]; add: readonly Standing[] };
const everyone = ['admin', 'manager', 'employee', 'vendor'] as const;
const staff = ['admin', 'manager', 'employee'] as const;

/** Who sees, and who files, a document of each purpose. */
// biome-ignore format: a table
export const documentRights: Record<AttachmentPurpose, Rights> = {
  'lending-agreement':       { see: everyone,            add: staff },
  marketing:                 { see: staff,               add: staff },
  'marketing-vendor':        { see: everyone,            add: staff },
  'property-photo':          { see: everyone,            add: staff },
  'supporting-doc':          { see: ['admin', 'vendor'], add: ['admin', 'vendor'] },
  'internal-doc':            { see: ['admin'],           add: ['admin'] },
  'vendor-id':               { see: ['admin', 'vendor'], add: ['admin', 'vendor'] },
  'upfront-payment-receipt': { see: everyone,            add: ['admin'] },
};
