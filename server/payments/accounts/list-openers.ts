import { ACCOUNT_KINDS } from '@/schemas/payments/words'
import type { WorkerCtx } from '@/server/ctx'
import { availableProviders } from '@/server/payments/providers/available-providers'
import { listAcceptedTokens } from '@/server/payments/stablecoins/list-accepted-tokens'
import { stablecoinOpener } from '@/server/payments/stablecoins/stablecoin-opener'
import type { AccountOpener } from './account-opener'
import { fiatOpener } from './fiat-opener'

const OPENERS: Record<AccountOpener['kind'], (ctx: WorkerCtx) => Promise<AccountOpener[]>> = {
  FIAT: async (ctx) => (await availableProviders(ctx)).map(fiatOpener),
  STABLECOIN: async (ctx) => (await listAcceptedTokens(ctx)).map(stablecoinOpener),
}

/** The openers that can open accounts now, of one kind or, without a kind, of all. */
export async function listOpeners(ctx: WorkerCtx, kind: AccountOpener['kind'] | undefined): Promise<AccountOpener[]> {
  const kinds = kind ? [kind] : ACCOUNT_KINDS
  return (await Promise.all(kinds.map((one) => OPENERS[one](ctx)))).flat()
}
