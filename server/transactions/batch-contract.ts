import { z } from 'zod'
import { REFUSAL_CODES } from '@/server/refusals/refusals'
import { field } from '@/server/text/field'
import { referenceView } from '@/server/text/tags'

const EXAMPLE_ID = '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71'
const EXAMPLE_BATCH_ID = '019a6b3e-9d10-7a44-8c51-2b6f0c9e2b71'

const batchLine = z
  .object({
    index: field(z.int(), 'The place of the line in `transfers`, from 0.', 0),
    reference: referenceView,
    status: field(
      z.enum(['ACCEPTED', 'EXISTING', 'REFUSED', 'NOT_ATTEMPTED']),
      'EXISTING: the reference made `transactionId` before, by the same body. NOT_ATTEMPTED: another line was refused, with `allOrNothing`.',
      'ACCEPTED',
    ),
    transactionId: field(z.uuid().optional(), 'The transaction of an accepted or existing line.', EXAMPLE_ID),
    code: z
      .enum(REFUSAL_CODES)
      .optional()
      .meta({
        type: 'string',
        enum: undefined,
        description: 'Why a line is refused, as a single transfer would answer it.',
        examples: ['wallet_not_found'],
      }),
    param: field(z.string().optional(), 'The field of the line that is the cause.', 'fromAddress'),
    message: field(z.string().optional(), 'The cause, for people.', 'Wallet not found'),
  })
  .meta({
    id: 'BatchLine',
    examples: [{ index: 0, reference: 'payout-1042', status: 'ACCEPTED', transactionId: EXAMPLE_ID }],
  })
export type BatchLine = z.infer<typeof batchLine>

export const batchAnswer = z
  .object({
    batchId: field(z.uuid(), 'Transactions carry it; the history filters by it.', EXAMPLE_BATCH_ID),
    accepted: field(z.int(), 'How many lines were accepted.', 1),
    existing: field(z.int(), 'How many were made before under their reference.', 0),
    refused: field(z.int(), 'How many were refused.', 0),
    lines: z.array(batchLine).describe('One a line, in their order.'),
  })
  .meta({ id: 'TransferBatch', description: 'The outcomes of the lines of a batch.' })
export type BatchAnswer = z.infer<typeof batchAnswer>
