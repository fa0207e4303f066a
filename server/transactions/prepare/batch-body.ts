import { z } from 'zod'
import { webhookFields } from '@/schemas/webhooks/contract'
import { field } from '@/server/text/field'
import { transferFields } from './transfer-body'

const MAX_LINES = 1_000

const { waitForCompletion: _, webhookUrl: _url, webhookSecret: _secret, ...lineFields } = transferFields

const line = z
  .strictObject(lineFields)
  .refine((body) => !(body.cNGN && body.tokenAddress), {
    path: ['tokenAddress'],
    message: 'cannot be combined with cNGN',
  })
  .meta({
    id: 'TransferLine',
    examples: [
      {
        fromAddress: 0,
        toAddress: '0x000000000000000000000000000000000000dEaD',
        amount: '1.25',
        chainType: 'EVM',
        chainId: 84_532,
        reference: 'payout-1042',
      },
    ],
  })
export type TransferLine = z.output<typeof line>

export const batchBody = z
  .strictObject({
    transfers: z.array(line).min(1).max(MAX_LINES).describe(`The transfers, 1 to ${MAX_LINES}, checked in this order.`),
    allOrNothing: field(
      z.boolean().default(false),
      'Accepts no line if one is refused; the other lines are then `NOT_ATTEMPTED`.',
      false,
    ),
    ...webhookFields,
  })
  .refine((body) => body.webhookSecret === undefined || body.webhookUrl !== undefined, {
    path: ['webhookSecret'],
    message: 'requires webhookUrl',
  })
export type BatchInput = z.output<typeof batchBody>
