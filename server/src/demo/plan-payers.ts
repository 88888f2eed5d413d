import type { NewPayer } from '@kerb/domain/agreements/new-payer.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { demoPeople } from '@kerb/server/demo/people.ts';
import type { Choice } from '@kerb/server/demo/seeded-choice.ts';

// biome-ignore format: a table
const firstNames = [
  'Grace', 'Noah', 'Aroha', 'Liam', 'Chloe', 'Tane', 'Isla', 'Ravi', 'Ruby', 'Kai', 'Mei', 'Oscar', 'Leila', 'Finn', 'Hana',
  'Jonas', 'Priya', 'Theo', 'Amelia', 'Sione', 'Zara', 'Felix', 'Nina', 'Hamish', 'Yasmin', 'Pedro', 'Elsie', 'Duc', 'Greta', 'Tom',
];
// biome-ignore format: a table
const surnames = [
  'Sampleton', 'Testworth', 'Mockridge', 'Exemplar', 'Fableman', 'Trialwood', 'Draftwell', 'Placeholt', 'Specimen', 'Proverb',
  'Makebeliev', 'Notional', 'Hypotheson', 'Pretendi', 'Storyfield', 'Figmentov',
];

const numberOfPayers = [1, 1, 1, 1, 2, 2, 2, 2, 2, 3] as const;

/** Returns new payers who are not used elsewhere in the demo. The payers of one campaign share a surname. */
export function payerSource(choose: Choice, mobiles: readonly string[]) {
  const taken = new Set<string>(demoPeople.map((person) => person.emailAddress));

  function newcomer(surname: string): NewPayer {
    let serial = 1;
    const firstName = choose.oneOf(firstNames);
    const name = `${firstName}.${surname}`.toLowerCase();
    let emailAddress = `${name}@example.com`;
    while (taken.has(emailAddress)) {
      serial += 1;
      emailAddress = `${name}.${serial}@example.com`;
    }
    taken.add(emailAddress);
    const mobilePhone = mobiles.length > 0 && choose.chance(70) ? choose.oneOf(mobiles) : null;
    return { firstName, surname, emailAddress, mobilePhone };
  }

  /** The people of the table come first: each pays for the campaigns that the table gives them. */
  return (status: AgreementStatus, place: number): NewPayer[] => {
    const promised = demoPeople.filter((person) => person.paysFor?.includes(status))[place];
    const surname = promised?.surname ?? choose.oneOf(surnames);
    const payers = Array.from({ length: choose.oneOf(numberOfPayers) }, () => newcomer(surname));
    if (!promised) return payers;
    const { firstName, emailAddress } = promised;
    return [{ firstName, surname, emailAddress, mobilePhone: null }, ...payers.slice(1)];
  };
}
