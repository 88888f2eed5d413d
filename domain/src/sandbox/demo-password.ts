/** The password of every demo person, in a sandbox only. */
export const demoPassword = 'kerb-demo-2026';
