import { type ActKind, type ActOutcome, acts } from '@kerb/domain/second-person/acts.ts';

type Message = { kind: string; subject: string; body: string };
type Facts = { brand: string; supportPhone: string; userName: string };

const paragraphs = (...parts: string[]): string => parts.filter((part) => part !== '').join('\n\n');
const notExpected = ({ supportPhone }: Facts) => `If you do not expect this, call us at once on ${supportPhone}.`;

type Asked = Facts & { act: ActKind; subjectName: string; reason: string; url: string };

/** Sent to all admins. The person whom the act is about gets it without the link to the screen. */
export const actAskedMessage = (facts: Asked, isToSubject: boolean): Message => {
  const asked = `${facts.userName} has asked ${acts[facts.act].asked(facts.subjectName)}`;
  return {
    kind: 'act-asked',
    subject: asked,
    body: paragraphs(
      `${asked}.`,
      `${acts[facts.act].reason.label}: ${facts.reason}`,
      'Nothing has changed yet: a second admin has to confirm it.',
      isToSubject ? '' : facts.url,
      notExpected(facts),
      facts.brand,
    ),
  };
};

// biome-ignore format: a table
const decided: Record<ActOutcome, { verb: string; sentence: string }> = {
  done:      { verb: 'has confirmed', sentence: 'It is now done.' },
  refused:   { verb: 'has refused',   sentence: 'Nothing has changed.' },
  withdrawn: { verb: 'has withdrawn', sentence: 'Nothing has changed.' },
  expired:   { verb: 'has expired',   sentence: 'Nobody confirmed it within seven days, so nothing has changed.' },
  ended:     { verb: 'has ended',     sentence: 'The person who asked for it may no longer ask for it, so nothing has changed.' },
};

type Decided = Facts & { act: ActKind; outcome: ActOutcome; subjectName: string; askedByName: string; note: string };

export const actDecidedMessage = (facts: Decided): Message => {
  const { verb, sentence } = decided[facts.outcome];
  const request = `the request ${acts[facts.act].asked(facts.subjectName)}`;
  const subject =
    facts.outcome === 'expired' || facts.outcome === 'ended'
      ? `The request ${acts[facts.act].asked(facts.subjectName)} ${verb}`
      : `${facts.userName} ${verb} ${request}`;
  return {
    kind: 'act-decided',
    subject,
    body: paragraphs(
      `${subject}. ${facts.askedByName} had asked for it.`,
      sentence,
      facts.note === '' ? '' : `Note: ${facts.note}`,
      notExpected(facts),
      facts.brand,
    ),
  };
};

type Ended = Facts & { subjectName: string; isDisabled: boolean };

/** One admin can end another's access at once, because an incident must not wait. So all admins are told. */
export const adminEndedMessage = (facts: Ended): Message => {
  const subject = facts.isDisabled
    ? `${facts.userName} has disabled the admin ${facts.subjectName}`
    : `${facts.userName} has ended the admin role of ${facts.subjectName}`;
  return {
    kind: 'admin-ended',
    subject,
    body: paragraphs(`${subject}. It holds at once.`, notExpected(facts), facts.brand),
  };
};

/** To all admins: a change of rates that two of them agreed on does not come. */
export const ratesWithdrawnMessage = (facts: Facts & { from: string }): Message => {
  const subject = `${facts.userName} has withdrawn the change of rates from ${facts.from}`;
  return {
    kind: 'rates-withdrawn',
    subject,
    body: paragraphs(`${subject}. The present rates stay.`, notExpected(facts), facts.brand),
  };
};

type Lapsed = Facts & { batch: number; part: 'made' | 'approved'; personName: string; isDownloaded: boolean };

/** To all admins: an approved batch is no longer the decision of two of them. */
export const batchLapsedMessage = (facts: Lapsed): Message => {
  const subject = `Batch ${facts.batch} needs a new approval`;
  return {
    kind: 'batch-lapsed',
    subject,
    body: paragraphs(
      `${facts.personName}, who ${facts.part} batch ${facts.batch}, is no longer an admin. Its bank file can no longer be downloaded. This stays so if they become an admin again.`,
      facts.isDownloaded
        ? 'Somebody has downloaded the file already. Ask the bank whether it has taken it: if not, discard the batch and make another.'
        : 'Discard the batch and make another.',
      notExpected(facts),
      facts.brand,
    ),
  };
};
