import { endpoint, reply } from '@/server/api/endpoint'
import { acceptBatch } from './accept-batch'
import { batchAnswer } from './batch-contract'
import { batchBody } from './prepare/batch-body'
import { prepareBatch } from './prepare/prepare-batch'

/** A thousand lines with their references and metadata. */
const MAX_BATCH_BYTES = 1024 * 1024

export const createBatchEndpoint = endpoint({
  id: 'createTransferBatch',
  method: 'POST',
  path: '/v1/wallet/transaction/batch',
  summary: 'Initiate a batch of transfers',
  description: [
    'Up to 1,000 transfers from one or many of your wallets under one `Idempotency-Key`. The lines are judged in their order against balances, limits and policies as if they came one after the other, and each has its own answer; 202 also where all are refused. With `allOrNothing` one refused line leaves none accepted.',
    'Give each line a `reference`: a line that was accepted before, in any batch, is answered with its transaction and never paid twice. To repeat refused lines, send them as a new batch with a new key. Where a policy asks for a second person above an amount, the total of the batch counts as well: then every line waits for approval.',
    'Fields of a wrong type refuse the whole batch. Every line counts as a transfer of your plan. The body has at most 1 MiB.',
  ].join('\n\n'),
  tags: ['Transactions'],
  auth: 'liveKey',
  scope: 'wallet:write',
  capability: 'wallet.transfer.create',
  uses: ({ body }) => ({ transfers: body.transfers.length }),
  rateLimit: 'write',
  idempotent: true,
  body: batchBody,
  maxBodyBytes: MAX_BATCH_BYTES,
  refusals: { chain_unreachable: null, price_unavailable: null },
  replies: { 202: batchAnswer },
  prepare: ({ body, tenant }) => prepareBatch(tenant, body),
  async handle({ ctx, body, prepared, claim }) {
    const answer = await acceptBatch(ctx, { input: body, prepared, claim })
    return reply(202, 'Batch judged', answer, { resourceId: answer.batchId })
  },
})
