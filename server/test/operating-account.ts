/** An account of its own for our money, at the bank of the Australian sandbox's account. */
export const operatingAccount = {
  OPERATING_ACCOUNT_NUMBER: '987 654 321',
  OPERATING_ACCOUNT_NAME: 'Kerb Operating',
  OPERATING_BSB: '012-345',
};
