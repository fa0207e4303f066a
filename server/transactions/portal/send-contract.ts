import { z } from 'zod'
import { type TransferInput, transferFields } from '@/server/transactions/prepare/transfer-body'

const { fromAddress, toAddress, amount, chainType, chainId, tokenAddress, cNGN, reference, metadata } = transferFields

/** The input of the Send form's estimate, with the names of the fields in the body of `/v1`. */
export const estimateSendInput = z.object({ fromAddress, toAddress, amount, chainType, chainId, tokenAddress, cNGN })
export type EstimateSendInput = z.output<typeof estimateSendInput>

/** The input of the Send form. */
export const sendInput = estimateSendInput.extend({ reference, metadata })
export type SendInput = z.output<typeof sendInput>

/** The transfer of the form as `/v1` would take it. */
export function toTransferInput(input: SendInput | EstimateSendInput): TransferInput {
  return { ...input, waitForCompletion: false }
}
