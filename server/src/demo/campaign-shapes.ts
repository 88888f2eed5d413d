import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';

/** The number of campaigns in a status, and how many days ago they were created and reached it. */
type Shape = { count: number; raised: [from: number, to: number]; resting: [from: number, to: number] };

// biome-ignore format: a table
export const campaignShapes: Record<AgreementStatus, Shape> = {
  cancelled:            { count: 8,  raised: [1, 425],  resting: [0, 300] },
  rejected:             { count: 6,  raised: [8, 380],  resting: [1, 250] },
  draft:                { count: 14, raised: [0, 60],   resting: [0, 60]  },
  'waiting-invite':     { count: 22, raised: [0, 40],   resting: [0, 16]  },
  'waiting-info':       { count: 13, raised: [3, 50],   resting: [0, 14]  },
  'waiting-approval':   { count: 14, raised: [1, 30],   resting: [0, 6]   },
  approved:             { count: 15, raised: [4, 45],   resting: [0, 14]  },
  signed:               { count: 10, raised: [9, 60],   resting: [0, 5]   },
  executed:             { count: 18, raised: [20, 170], resting: [3, 120] },
  withdrawn:            { count: 7,  raised: [60, 220], resting: [1, 40]  },
  'waiting-settlement': { count: 11, raised: [50, 230], resting: [1, 45]  },
  complete:             { count: 34, raised: [40, 740], resting: [1, 600] },
};

export const campaignCount = agreementStatuses.reduce((sum, status) => sum + campaignShapes[status].count, 0);

type Path = readonly AgreementStatus[];
const submitted: Path = ['waiting-invite', 'waiting-approval'];
const approved: Path = [...submitted, 'approved'];
const live: Path = [...approved, 'signed', 'executed'];

/** The paths from draft to a status. Campaigns use them in rotation. */
// biome-ignore format: a table
const paths: Record<AgreementStatus, readonly [Path, ...Path[]]> = {
  cancelled:            [['cancelled'], ['waiting-invite', 'cancelled'], [...submitted, 'cancelled'], [...approved, 'cancelled'], [...submitted, 'waiting-info', 'cancelled']],
  rejected:             [[...submitted, 'rejected'], [...submitted, 'waiting-info', 'rejected']],
  draft:                [[]],
  'waiting-invite':     [['waiting-invite']],
  'waiting-info':       [['waiting-invite', 'waiting-info'], [...submitted, 'waiting-info']],
  'waiting-approval':   [submitted, ['waiting-invite', 'waiting-info', 'waiting-approval']],
  approved:             [approved],
  signed:               [[...approved, 'signed']],
  executed:             [live],
  withdrawn:            [[...live, 'withdrawn']],
  'waiting-settlement': [[...live, 'waiting-settlement']],
  complete:             [[...live, 'waiting-settlement', 'complete'], [...live, 'withdrawn', 'complete']],
};

/** A Pay Upfront campaign is complete when the money has been transferred. Nothing is signed or lent. */
const upfrontToComplete: Path = [...approved, 'complete'];

export function pathTo(status: AgreementStatus, place: number, isUpfront: boolean): Path {
  if (isUpfront && status === 'complete') return upfrontToComplete;
  const ways = paths[status];
  return ways[place % ways.length] ?? ways[0];
}

/** Whether the path to this status includes a loan, which needs an option other than Pay Upfront. */
export const needsLoan = (status: AgreementStatus): boolean =>
  status !== 'complete' && pathTo(status, 0, false).includes('signed');

type Ended = { status: AgreementStatus; place: number; option: string };

/** Whether the payer had paid before the campaign was cancelled. Every country has such a campaign. */
export const isPaidFirst = ({ status, place, option }: Ended): boolean =>
  status === 'cancelled' && place === 6 && option === 'pn';
