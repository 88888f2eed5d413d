type Facts = { brand: string; tenantName: string; memberName: string };

/** To the managers, when a member leaves the team because their role on the platform has changed. */
export const memberLeftMessage = ({ brand, tenantName, memberName }: Facts) => ({
  kind: 'member-left',
  subject: `${memberName} is no longer in the team of ${tenantName}`,
  body: [
    `The role of ${memberName} on ${brand} has changed. So they are no longer in the team of ${tenantName}, and have ` +
      'no access to it as a team member.',
    `If ${memberName} should work for ${tenantName} again, please invite them.`,
    brand,
  ].join('\n\n'),
});
