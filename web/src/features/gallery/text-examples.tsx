import { flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import { Avatar } from '@kerb/web/design/avatar.tsx';
import { CodeBlock } from '@kerb/web/design/code-block.tsx';
import { CopyButton } from '@kerb/web/design/copy-button.tsx';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { ShownOnce } from '@kerb/web/design/shown-once.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/gallery/gallery.module.css';
import { type GalleryPart, longText, longWord } from '@kerb/web/features/gallery/gallery-part.tsx';

const tones = ['neutral', 'progress', 'attention', 'success', 'danger'] as const;
const moment = '2026-11-14T22:05:00.000Z';

const facts = [
  [flowNumberLabel, 'AU10231'],
  ['Budget', <Money key="budget" cents={420_000} />],
  ['Payer', 'Pat Payer'],
  ['Sent', <DateText key="sent" value={moment} style="short" />],
] as const;

const request = `POST /v1/campaigns HTTP/1.1
Authorization: Bearer …

{ "title": "${longWord}", "campaignBudget": 4200.5, "payers": [{ "firstName": "Pat", "surname": "Payer" }] }`;

export const textParts: readonly GalleryPart[] = [
  {
    title: 'Money',
    components: [Money],
    examples: [
      { state: 'whole dollars', show: () => <Money cents={420_000} /> },
      { state: 'with cents', show: () => <Money cents={420_050} /> },
      { state: 'exact', show: () => <Money cents={420_000} isExact /> },
      { state: 'below zero', show: () => <Money cents={-123_456_789} /> },
      { state: 'empty', show: () => <Money cents={null} /> },
    ],
  },
  {
    title: 'DateText',
    components: [DateText],
    examples: [
      { state: 'long', show: () => <DateText value={moment} /> },
      { state: 'short', show: () => <DateText value="2026-11-14" style="short" /> },
      { state: 'relative', show: () => <DateText value="2026-11-14" style="relative" /> },
      { state: 'with the time', show: () => <DateText value={moment} style="time" /> },
      { state: 'empty', show: () => <DateText value={null} /> },
    ],
  },
  {
    title: 'ToneBadge',
    components: [ToneBadge],
    examples: [
      ...tones.map((tone) => ({ state: tone, show: () => <ToneBadge tone={tone}>Waiting for Payer</ToneBadge> })),
      { state: 'long text', show: () => <ToneBadge tone="neutral">{longText}</ToneBadge> },
    ],
  },
  {
    title: 'Avatar',
    components: [Avatar],
    examples: [
      { state: 'two names', show: () => <Avatar name="Pat Payer" /> },
      { state: 'one name', show: () => <Avatar name="Pat" /> },
      { state: 'large', show: () => <Avatar name="Ōkahu Wīremu" size={56} /> },
    ],
  },
  {
    title: 'LinkText',
    components: [LinkText],
    examples: [
      { state: 'usual', show: () => <LinkText to="/sandbox/outbox">See the messages</LinkText> },
      {
        state: 'small, as in a table',
        show: () => (
          <LinkText to="/sandbox/outbox" size="sm">
            12 Point Road
          </LinkText>
        ),
      },
      { state: 'long text', show: () => <LinkText to="/sandbox/outbox">{longText}</LinkText> },
    ],
  },
  {
    title: 'Facts',
    components: [Facts],
    examples: [
      { state: 'short', show: () => <Facts rows={facts} /> },
      { state: 'long text', show: () => <Facts rows={[['Organisation', longText] as const, ...facts]} /> },
      { state: 'many rows in two columns', show: () => <Facts rows={[...facts, ...facts]} isLong />, isWide: true },
    ],
  },
  {
    title: 'CodeBlock and CopyButton',
    components: [CodeBlock, CopyButton],
    examples: [
      { state: 'code', show: () => <CodeBlock label="Example request" text={request} />, isWide: true },
      {
        state: 'a value beside its button',
        show: () => (
          <span className={classes.row}>
            FLOW-AU10231 <CopyButton label="Reference" text="FLOW-AU10231" />
          </span>
        ),
      },
    ],
  },
  {
    title: 'ShownOnce',
    components: [ShownOnce],
    examples: [
      {
        state: 'two values, one of them long',
        show: () => (
          <ShownOnce
            values={[
              ['Client ID', 'kerb-7'],
              ['Client secret', longWord.repeat(2)],
            ]}
            onClose={() => {}}
          />
        ),
        isWide: true,
      },
    ],
  },
];
