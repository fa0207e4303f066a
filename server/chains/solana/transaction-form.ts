import { z } from 'zod'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { type AnyInstruction, anyInstruction } from './read-token-instruction'

/** Parts of a transaction in `jsonParsed` form. */
export const reportedBalance = z.object({
  accountIndex: z.int().nonnegative(),
  mint: z.string(),
  owner: z.string().nullish(),
  uiTokenAmount: z.object({ amount: z.string().regex(/^\d+$/).transform(BigInt), decimals: z.int() }),
})
export type ReportedBalance = z.output<typeof reportedBalance>

export const instructionsForm = z.object({
  transaction: z.object({ message: z.object({ instructions: z.array(anyInstruction) }) }),
  // Present and possibly empty: a node that stored none of them cannot report the result.
  meta: z.object({
    innerInstructions: z.array(z.object({ index: z.int(), instructions: z.array(anyInstruction) })),
  }),
})
type Inner = z.output<typeof instructionsForm>['meta']['innerInstructions']

export const tokenTransactionForm = z.object({
  transaction: z.object({
    signatures: z.array(z.string()).min(1),
    message: z.object({
      accountKeys: z.array(z.object({ pubkey: z.string() })),
      instructions: z.array(anyInstruction),
    }),
  }),
  meta: instructionsForm.shape.meta.extend({
    preTokenBalances: z.array(reportedBalance),
    postTokenBalances: z.array(reportedBalance),
  }),
})

/**
 * As they ran: each outer instruction, then those it called. Throws RpcUnavailableError if one is called by none.
 */
export function inOrder(outer: readonly AnyInstruction[], inner: Inner): AnyInstruction[] {
  if (inner.some(({ index }) => index < 0 || index >= outer.length))
    throw new RpcUnavailableError('a node reports calls of an instruction that does not exist')
  return outer.flatMap((instruction, position) => [
    instruction,
    ...inner.filter(({ index }) => index === position).flatMap(({ instructions }) => instructions),
  ])
}
