import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { Broken } from './ask.ts';
import { bankRules } from './bank-rules.ts';
import { brokenBooks } from './books.ts';
import { campaignRules } from './campaign-rules.ts';
import { letterRules } from './letters.ts';
import { loanRules, paidOutRules } from './loan-rules.ts';
import { type Rule, screenRules } from './screens.ts';
import { look, type WorldRule } from './sight.ts';
import { accountRules } from './two-accounts.ts';
import type { World } from './world.ts';
import { worldRules } from './world-rules.ts';

const ofCampaign: Record<string, Rule> = { ...screenRules, ...letterRules, ...campaignRules, ...loanRules };
const ofWorld: Record<string, WorldRule> = { ...accountRules, ...bankRules, ...paidOutRules, ...worldRules };

/** Every rule that does not hold now, with its figures. */
export async function brokenRules(world: World): Promise<string[]> {
  const sight = await look(world);
  const broken: string[] = [];
  for (const [name, rule] of Object.entries(ofCampaign)) {
    for (const campaign of sight.campaigns) {
      const wrong = await rule(campaign, sight);
      if (wrong !== null) broken.push(`${name}: campaign ${campaign.id}: ${wrong}`);
    }
  }
  for (const [name, rule] of Object.entries(ofWorld)) {
    const wrong = await rule(sight);
    if (wrong !== null) broken.push(`${name}: ${wrong}`);
  }
  return [...broken, ...(await brokenBooks(world)), ...(await brokenInvariants(world.stage.db, [world.tenantId]))];
}

export async function judge(world: World): Promise<void> {
  const broken = (await brokenRules(world)).filter((rule) => !world.ignored.some((name) => rule.startsWith(name)));
  if (broken.length > 0) throw new Broken(broken.join('\n'));
}
