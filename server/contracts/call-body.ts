import { z } from 'zod'
import { CALL_EXAMPLE, callFields } from '@/schemas/contracts/contract'
import { webhookFields } from '@/schemas/webhooks/contract'
import { field } from '@/server/text/field'
import { tagFields } from '@/server/text/tags'
import { evmChainIdField, networkField, waitField } from '@/server/transactions/prepare/body-fields'

export const callContractBody = z
  .strictObject({
    addressIndex: field(z.int().min(0).max(2_147_483_647), 'HD index of the calling wallet.', 0),
    chainId: evmChainIdField,
    network: networkField,
    ...callFields,
    value: field(
      z.string().max(160).default('0'),
      'Coins to send along, in the major unit of the chain; only to a function that is `payable`.',
      '0',
    ),
    waitForCompletion: waitField,
    ...tagFields,
    ...webhookFields,
  })
  .refine((body) => body.webhookSecret === undefined || body.webhookUrl !== undefined, {
    path: ['webhookSecret'],
    message: 'requires webhookUrl',
  })
  .meta({ examples: [{ addressIndex: 0, chainId: 84_532, ...CALL_EXAMPLE }] })
export type CallContractInput = z.output<typeof callContractBody>
