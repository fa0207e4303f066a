/** The terms that an operator saves as a plan. */
export const PILOT = {
  name: 'Pilot',
  description: 'For a pilot',
  isActive: true,
  priceMonthlyMinor: 100n,
  yearlyMonths: 10,
  proration: 'PRORATE' as const,
  capabilities: ['wallet.hd.read'],
  readPerMinute: 10,
  writePerMinute: 5,
  sponsoredDailyUsd: 20,
  quotas: [],
  creditRate: {},
}
