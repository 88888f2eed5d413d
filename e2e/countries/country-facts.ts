type Payment = { account: string; cents: number; reference: string };

/** What the journeys expect in a country. Written by hand, not read from the product's rules. */
export type CountryFacts = {
  /** How payers are greeted in the country's other language; null if it has none. */
  greeting: string | null;
  brand: string;
  /** The agency of the manager and the employee. */
  agency: string;
  /** Where Morgan is a manager. */
  morgansAgency: string;
  /** The agencies of a manager of two, in alphabetical order. */
  twoAgencies: readonly string[];
  conveyancer: string;
  /** An address as a user types it, with words out of order and abbreviated, and as the search finds it. */
  addressAt: (house: number) => { typed: string; whole: string };
  property: { address: string; address2?: string; city: string; state?: string; postalCode: string };
  /** The text fields of a payer's home, by label. */
  home: Record<string, string>;
  mobile: string;
  /** The vendor's new mobiles, on a desktop and on a phone. */
  vendorMobiles: readonly [desktop: string, phone: string];
  dialCode: string;
  financialYear: { beginsIn: number; timeZone: string };
  options: readonly string[];
  /** The option whose application is followed from details to approval. */
  followedOption: 'pos' | 'pl';
  needsMarketingSchedule: boolean;
  hasSmallestPayLaterBudget: boolean;
  hasComparisonRate: boolean;
  hasPromoBrochure: boolean;
  /** Borrowers may cancel a signed loan for some days, and nothing is paid out before. */
  hasCoolingOff: boolean;
  /** A business number with a digit too few, and what is then said under its field. */
  businessNumber: { label: string; tooShort: string; words: string };
  payLaterFee: { label: string; of5000: string };
  /** 4,200 by a Visa credit card: due now, and with the surcharge; and with a wallet. */
  payUpfront: { dueNow: string; total: string; walletTotal: string; hasPayId: boolean };
  advertiserReference: string;
  /** A bank account as it is typed, by label, and what the product then asks to confirm. */
  bankAccount: { typed: Record<string, string>; confirmed: string | null };
  /** Settings of a bank account of its own for our money. */
  operatingAccount: Record<string, string>;
  /** The account of the finance organisation in a bank file, and the file read by the bank's specification. */
  financeAccount: string;
  paymentsIn: (lines: readonly string[]) => Payment[];
};
