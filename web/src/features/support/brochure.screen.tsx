import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { waysToPay } from '@kerb/domain/options/ways-to-pay.ts';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { moneyText } from '@kerb/web/design/money.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { type Chapter, ChapterSection } from '@kerb/web/features/support/chapters.tsx';
import { CostExample, exampleOf } from '@kerb/web/features/support/cost-example.tsx';
import classes from '@kerb/web/features/support/reading.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

function Brochure({ title, subtitle, children }: { title: string; subtitle: string; children: ReactNode }) {
  return (
    <div className={classes.single}>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={
          <Button variant="default" onClick={() => print()}>
            Print
          </Button>
        }
      />
      <div className={classes.chapters}>{children}</div>
    </div>
  );
}

const idea: Chapter = {
  id: 'idea',
  title: 'Sell well first',
  words: [
    'Photographs, signs and advertisements sell a home, and they are paid for weeks before it earns a cent. Your agent can send you the cost of your campaign and let you choose how to pay it.',
    'You see every cost in dollars before you decide. Nothing is owed until you have agreed.',
  ],
};
const ways = (country: CountryRules): Chapter => ({
  id: 'ways',
  title: 'Your choice',
  words: ['Your agent offers one or more of these.'],
  terms: waysToPay(country),
});
const steps: Chapter = {
  id: 'steps',
  title: 'On your phone, in your own time',
  words: ['Your agent sends you a link. It is yours alone.'],
  steps: [
    'Look at your property and the campaign that your agent has planned.',
    'Choose how to pay.',
    'Add your details and agree to the terms.',
    'Pay, or sign on the screen once you are approved. Every owner signs for themselves.',
  ],
  picture: { name: 'options', says: 'Choosing how to pay, on a phone', isPhone: true },
};
const help = ({ brand, supportPhone }: CountryRules): Chapter => ({
  id: 'help',
  title: 'A person to ask',
  words: [
    `Ask your agent, or call the ${brand} team on ${supportPhone}. If money is tight, call us early: we can talk about it.`,
  ],
});

/** Information for a vendor before the link arrives. Anyone may read it. */
export function BrochureScreen() {
  const country = countryRules();
  return (
    <Brochure
      title="Pay for your campaign your way"
      subtitle={`${country.brand}, for people who sell a home in ${country.name}`}
    >
      <ChapterSection chapter={idea} />
      <ChapterSection chapter={ways(country)} />
      <ChapterSection chapter={{ id: 'example', title: 'An example', words: [] }}>
        <CostExample country={country} />
        <p className={classes.quiet}>
          <LinkText to="/calculator" inherit underline="always">
            Try other amounts in the fee calculator
          </LinkText>
        </p>
      </ChapterSection>
      <ChapterSection chapter={steps} />
      <ChapterSection chapter={help(country)} />
    </Brochure>
  );
}

const freeDays = 30;

function promoChapters(country: CountryRules): Chapter[] {
  const days = country.defaultCampaignPeriodDays;
  const [usual, free] = [exampleOf(country), exampleOf(country, freeDays)];
  return [
    {
      id: 'offer',
      title: 'How an interest-free offer works',
      words: [
        'An organisation can have an offer from us under which the first days of a Pay Later loan are free of interest. Your agent can tell you whether it has one, for how many days, and until when.',
        `The campaign’s page shows the offer beside Pay Later before you choose. Interest begins on the day after the free ones; the ${country.payLaterFeeLabel} is the same.`,
      ],
    },
    {
      id: 'saves',
      title: 'What it saves',
      words: [`An example of ${moneyText(free.financedCents)} repaid after ${days} days:`],
      terms: [
        ['Without an offer', moneyText(usual.totalCents)],
        [`With ${freeDays} free days`, moneyText(free.totalCents)],
        ['Saved', moneyText(usual.totalCents - free.totalCents)],
      ],
    },
    help(country),
  ];
}

/** The brochure of a promotion, while there is one. */
export function PromoBrochureScreen() {
  const country = countryRules();
  return (
    <Brochure title="Interest-free days" subtitle={`${country.brand} Pay Later in ${country.name}`}>
      {promoChapters(country).map((chapter) => (
        <ChapterSection key={chapter.id} chapter={chapter} />
      ))}
    </Brochure>
  );
}
