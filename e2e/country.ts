import type { CountryCode } from '@kerb/domain/countries/country.ts';
import { test } from '@playwright/test';
import { australia } from './countries/australia.ts';
import type { CountryFacts } from './countries/country-facts.ts';
import { newZealand } from './countries/new-zealand.ts';

const allFacts: Record<CountryCode, CountryFacts> = { AU: australia, NZ: newZealand };

/** The country of the running project. */
export const country = (): CountryCode => test.info().project.metadata.country as CountryCode;
export const facts = (): CountryFacts => allFacts[country()];
