import { loanMakers } from '@kerb/server/features/loans/draw-loan-documents.ts';
import { receiptMakers } from '@kerb/server/features/payments/draw-receipts.ts';
import { signedAgreementMakers } from '@kerb/server/features/signing/send-agreement.ts';
import type { AttachmentMakers } from '@kerb/server/platform/outbox/attachments.ts';

/** Every kind of document that a message can carry: one line for each room. */
export const attachmentMakers: AttachmentMakers = { ...receiptMakers, ...loanMakers, ...signedAgreementMakers };
