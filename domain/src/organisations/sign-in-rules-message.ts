type Facts = {
  brand: string;
  supportPhone: string;
  firstName: string;
  organisation: string;
  requiresSecondFactor: boolean;
};

/** To the team of an organisation that now requires two-step login, or no longer. */
export function signInRulesMessage(facts: Facts): { subject: string; body: string } {
  const { brand, supportPhone, firstName, organisation, requiresSecondFactor } = facts;
  const what = requiresSecondFactor
    ? `${organisation} now asks everyone in the team for two-step login. When you next log in to ${brand}, you will ` +
      'be asked to set it up with an authenticator app on your telephone. It takes two minutes.'
    : `${organisation} no longer asks for two-step login. If you have set it up, it stays on until you turn it off ` +
      'in Account Details.';
  const isRequired = requiresSecondFactor ? 'is required' : 'is no longer required';
  return {
    subject: `Two-step login ${isRequired} at ${organisation}`,
    body: [`Hello ${firstName},`, what, `If you have a question, call us on ${supportPhone}.`, brand].join('\n\n'),
  };
}
