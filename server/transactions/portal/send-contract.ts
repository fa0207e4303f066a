import { z } from 'zod'
import { type TransferInput, transferFields } from '@/server/transactions/prepare/transfer-body'

const { fromAddress, toAddress, amount, chainType, chainId, tokenAddress, cNGN } = transferFields

/** The fields of a transfer that the Send form has, with the names they have in the body of `/v1`. */
export const sendInput = z.object({ fromAddress, toAddress, amount, chainType, chainId, tokenAddress, cNGN })
export type SendInput = z.output<typeof sendInput>

/** The transfer of the form as `/v1` would take it. */
export function toTransferInput(input: SendInput): TransferInput {
  return { ...input, waitForCompletion: false }
}
