import { eq } from 'drizzle-orm'
import { chains } from '@/db/schema'
import type { FoundToken } from '@/server/chains/tokens/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { ActOutcome } from '@/server/proposals/contract'
import { propose } from '@/server/proposals/write-proposal'
import { addDepositToken } from './add-deposit-token'
import type { AddDepositTokenInput } from './contract'

type Wish = AddDepositTokenInput & { found: FoundToken }

/**
 * An operator wants payments taken in a token. Whoever sends it gets money for it at its peg, so that on a mainnet a second person has to agree.
 * Throws invalid, conflict.
 */
export async function addDepositTokenByHand(ctx: OperatorCtx, wish: Wish): Promise<ActOutcome> {
  const { chainId, tokenAddress } = wish
  const [chain] = await ctx.db.select({ network: chains.network }).from(chains).where(eq(chains.chainId, chainId))
  if (chain?.network === 'MAINNET') {
    await propose(ctx, { act: 'deposit_token', subject: `${chainId} ${tokenAddress}`, input: wish, valueMinor: null })
    return { state: 'proposed' }
  }
  await addDepositToken(ctx, wish)
  return { state: 'done' }
}
