import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import * as fc from 'fast-check';
import { type Draft, type Scene, type Step, step } from './step.ts';

const setStatus = ({ campaign }: Scene, status: AgreementStatus): Draft | null =>
  status === campaign.status
    ? null
    : {
        method: 'POST',
        url: `/v1/agreements/${campaign.id}/set-status`,
        words: `sets the status '${status}'`,
        body: { status, reason: 'As agreed on the phone' },
      };

/** Statuses that matter most for money are drawn more often. */
const often: readonly AgreementStatus[] = ['waiting-info', 'approved', 'approved', 'signed', 'signed', 'cancelled'];

export const statusSteps: readonly Step[] = [
  step({
    name: 'set a status',
    often: 6,
    usually: 'an admin',
    values: fc.constantFrom(...agreementStatuses, ...often),
    draft: setStatus,
  }),
  step({
    name: 'reopen',
    often: 2,
    usually: 'an admin',
    values: fc.constantFrom('approved' as const, 'waiting-approval' as const),
    draft: (scene, status) => (isCancelledOrDeclined(scene.campaign.status) ? setStatus(scene, status) : null),
  }),
  step({
    name: 'cancel',
    often: 1,
    usually: 'the payer',
    values: fc.constant('cancelled' as const),
    draft: setStatus,
  }),
];
