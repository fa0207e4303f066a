import { z } from 'zod'
import { type TransferInput, transferFields } from '@/server/transactions/prepare/transfer-body'

const { fromAddress, toAddress, amount, chainType, chainId, tokenAddress, cNGN, reference, metadata } = transferFields

/** What the Send form asks the price of, with the names that its fields have in the body of `/v1`. */
export const estimateSendInput = z.object({ fromAddress, toAddress, amount, chainType, chainId, tokenAddress, cNGN })
export type EstimateSendInput = z.output<typeof estimateSendInput>

/** What the Send form sends. */
export const sendInput = estimateSendInput.extend({ reference, metadata })
export type SendInput = z.output<typeof sendInput>

/** The transfer of the form as `/v1` would take it. */
export function toTransferInput(input: SendInput | EstimateSendInput): TransferInput {
  return { ...input, waitForCompletion: false }
}
