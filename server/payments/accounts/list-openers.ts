import type { WorkerCtx } from '@/server/ctx'
import { availableProviders } from '@/server/payments/providers/available-providers'
import type { AccountOpener } from './account-opener'
import { fiatOpener } from './fiat-opener'

/** Who can open accounts now, of one kind or (without) of every kind. */
export async function listOpeners(ctx: WorkerCtx, kind: AccountOpener['kind'] | undefined): Promise<AccountOpener[]> {
  if (kind === 'STABLECOIN') return []
  return (await availableProviders(ctx)).map(fiatOpener)
}
