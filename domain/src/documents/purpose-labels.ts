import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';

/** The label of each document purpose. */
// biome-ignore format: a table
export const purposeLabels: Record<AttachmentPurpose, string> = {
  'lending-agreement':       'Lending agreement',
  marketing:                 'Marketing document',
  'marketing-vendor':        'Marketing document, visible to payers',
  'property-photo':          'Photo of the property',
  'supporting-doc':          'Supporting document, visible to payers',
  'internal-doc':            'Internal document',
  'vendor-id':               'Proof of identity',
  'upfront-payment-receipt': 'Remittance',
};
