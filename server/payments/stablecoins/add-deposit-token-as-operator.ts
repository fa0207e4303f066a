import { eq } from 'drizzle-orm'
import { chains, depositTokens } from '@/db/schema'
import type { FoundToken } from '@/schemas/chains/tokens/contract'
import type { AddDepositTokenInput, SetDepositTokenActiveInput } from '@/schemas/payments/stablecoins/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { createProposal } from '@/server/proposals/write-proposal'
import { addDepositToken, setDepositTokenActive } from './add-deposit-token'

type DepositTokenRequest = AddDepositTokenInput & { found: FoundToken }

/**
 * An operator adds a token for payments. Tokens are credited at their peg, so on a mainnet a second person has to
 * approve. Throws invalid, conflict.
 */
export async function addDepositTokenAsOperator(
  ctx: OperatorCtx,
  request: DepositTokenRequest,
): Promise<MutationOutcome> {
  const { chainId, tokenAddress } = request
  const [chain] = await ctx.db.select({ network: chains.network }).from(chains).where(eq(chains.chainId, chainId))
  if (chain?.network === 'MAINNET') {
    await createProposal(ctx, {
      act: 'deposit_token',
      subject: `${chainId} ${tokenAddress}`,
      input: request,
      valueMinor: null,
    })
    return { state: 'proposed' }
  }
  await addDepositToken(ctx, request)
  return { state: 'done' }
}

/**
 * An operator disables a token, at once, or enables it again, which on a mainnet needs a second person. Throws
 * not_found.
 */
export async function setDepositTokenActiveAsOperator(
  ctx: OperatorCtx,
  input: SetDepositTokenActiveInput,
): Promise<MutationOutcome> {
  const { tokenId, isActive } = input
  const [row] = await ctx.db
    .select({ token: depositTokens, chainName: chains.name, network: chains.network })
    .from(depositTokens)
    .innerJoin(chains, eq(chains.chainId, depositTokens.chainId))
    .where(eq(depositTokens.id, tokenId))
    .for('update', { of: depositTokens })
  if (!row) throw notFound('Token')
  const { token, chainName, network } = row
  if (isActive && !token.isActive && network === 'MAINNET') {
    const { symbol, tokenAddress, peg } = token
    const offered = { tokenId, symbol, chainName, tokenAddress, peg }
    await createProposal(ctx, { act: 'offer_token', subject: tokenId, input: offered, valueMinor: null })
    return { state: 'proposed' }
  }
  await setDepositTokenActive(ctx, input)
  return { state: 'done' }
}
