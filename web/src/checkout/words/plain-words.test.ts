import { hardSentences, plainLimits } from '@kerb/domain/notifications/reading-level.ts';
import { en } from '@kerb/web/checkout/words/en.ts';
import { repaying } from '@kerb/web/checkout/words/en-repaying.ts';
import { expect, it } from 'vitest';
import { textsIn } from '../../../test/catalogue.ts';

const { draft: _, said: __, money: ___, longDay: ____, listed: _____, live: ______, ...screens } = en;

it.each(Object.entries({ ...screens, repaying }))(
  'payers of twelve understand every sentence of %s',
  (_name, words) => {
    const texts = textsIn(words).map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(0);
    expect(hardSentences(texts.join('\n'), plainLimits)).toEqual([]);
  },
);
