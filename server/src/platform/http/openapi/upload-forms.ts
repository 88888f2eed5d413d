import { attachmentPurposes } from '@kerb/domain/documents/documents.contract.ts';
import { statementEndpoints, statementPart } from '@kerb/domain/statements/statements.contract.ts';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';

const fileUpload = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['tenantId', 'asset'],
        properties: {
          tenantId: { type: 'integer', minimum: 1, description: 'The id of the organisation that the file is for' },
          asset: { type: 'string', format: 'binary', description: 'The file' },
          assetTransform: {
            type: 'string',
            description: '`portrait` for a person, `photo` for a property, `logo` for a logo; else a document',
          },
          purpose: {
            type: 'string',
            enum: attachmentPurposes,
            description: 'The only purpose that the document may be filed under',
          },
        },
      },
    },
  },
};

const statementUpload = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: [statementPart],
        properties: { [statementPart]: { type: 'string', format: 'binary', description: 'The bank’s CSV file' } },
      },
    },
  },
};

/** The body of an endpoint that takes a form with a file. */
export const uploadFormOf = ({ path }: Endpoint) =>
  path === statementEndpoints.import.path ? statementUpload : fileUpload;
