import { formatDecimal } from '@/components/ui/format-decimal'
import type { PlanOffer } from '@/schemas/payments/quotes/contract'

const QUOTA_NAMES: Readonly<Record<string, string>> = {
  'api.calls': 'API calls',
  'wallets.created': 'new wallets',
  transfers: 'transfers',
  signatures: 'signatures',
  credits: 'credits',
}

/** What a quota is good for only with. */
const NEEDED: Readonly<Record<string, string>> = {
  'wallets.created': 'wallet.hd.generate',
  transfers: 'wallet.transfer.create',
  signatures: 'wallet.hd.sign',
}

const count = (number: number) => formatDecimal(String(number))

/** What a plan includes, a line each. */
export function includedIn(
  plan: Pick<PlanOffer, 'capabilities' | 'quotas' | 'readPerMinute' | 'writePerMinute' | 'sponsoredDailyUsd'>,
) {
  const { capabilities, quotas, readPerMinute, writePerMinute, sponsoredDailyUsd } = plan
  const usable = quotas.filter(({ name }) => {
    const needed = NEEDED[name]
    return needed === undefined || capabilities.includes(needed)
  })
  return [
    ...usable.map(({ name, limit }) => `${count(limit)} ${QUOTA_NAMES[name] ?? name} per month`),
    `${count(readPerMinute)} reads and ${count(writePerMinute)} writes per minute`,
    ...(sponsoredDailyUsd === '0.00'
      ? []
      : [`${formatDecimal(sponsoredDailyUsd.replace(/\.00$/, ''))} USD of sponsored gas per test network per day`]),
  ]
}
