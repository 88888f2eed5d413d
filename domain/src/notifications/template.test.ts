import { fillTemplate, variablesIn } from '@kerb/domain/notifications/template.ts';
import { expect, it } from 'vitest';

it('a template has its values', () => {
  expect(fillTemplate('Hello {name}, {name}.', { name: 'Ann' })).toBe('Hello Ann, Ann.');
  expect(variablesIn('Hello {name}, {name}: {amount}')).toEqual(['name', 'amount']);
});

it('a line without its value is left out, and leaves no gap', () => {
  const template = 'One\n\n{reason}\n\nAmount: {amount}\nFor: {purpose}\n\nTwo';
  expect(fillTemplate(template, { reason: null, amount: '$1', purpose: '' })).toBe('One\n\nAmount: $1\n\nTwo');
});

it('a value is not read as a template', () => {
  expect(fillTemplate('Hello {name}', { name: '{link} $& $1', link: 'secret' })).toBe('Hello {link} $& $1');
});
