import { z } from 'zod'
import { POLICY_CODES } from '@/schemas/policies/words'
import { amountText, chainTypeField, NETWORKS } from '@/schemas/transactions/contract'
import { field } from '@/server/text/field'

/** The estimated cost of a transfer, and whether the transfer would be accepted. */
export const transferEstimate = z
  .object({
    chainType: chainTypeField,
    network: field(z.enum(NETWORKS), 'Mainnet or testnet.', 'TESTNET'),
    chainId: field(z.int(), 'The chain.', 84_532),
    fromAddress: field(z.string(), 'The sending wallet.', '0x52908400098527886E0F7030069857D2E4169EE7'),
    addressIndex: field(z.int(), 'HD index of the sending wallet.', 0),
    toAddress: field(z.string(), 'The recipient.', '0x000000000000000000000000000000000000dEaD'),
    amount: field(amountText, "The amount, as a decimal in the token's major unit.", '1.25'),
    tokenAddress: field(
      z.string().optional(),
      'The token that would move; absent for the native coin.',
      '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    ),
    valueUsd: field(
      amountText.nullable(),
      'The value that would move; null if the platform has no price for it.',
      '3125.00',
    ),
    fee: z
      .object({
        symbol: field(z.string(), 'The native coin of the chain, in which fees are paid.', 'ETH'),
        expected: field(amountText, 'The fee at current prices, in the native coin.', '0.00000021'),
        max: field(
          amountText,
          'The maximum fee in the native coin, with every replacement that a stuck transaction may need.',
          '0.0000032',
        ),
        expectedUsd: field(amountText.nullable(), 'The amount in USD; null without a price.', '0.000525'),
        maxUsd: field(amountText.nullable(), 'The amount in USD; null without a price.', '0.008'),
      })
      .describe('The fee on the chain.'),
    gas: z
      .object({
        paidBy: field(
          z.enum(['BALANCE', 'SPONSORED']),
          'BALANCE: your USD balance. SPONSORED: the platform, within your daily budget.',
          'SPONSORED',
        ),
        neededUsd: field(
          amountText,
          'The amount that acceptance would reserve. Sponsored gas reserves the same for every wallet, which can be more than `fee.maxUsd`.',
          '0.008',
        ),
        availableUsd: field(amountText, 'The rest of the balance, or of the budget of the day.', '5.00'),
        isCovered: field(z.boolean(), 'False if acceptance would return 402.', true),
      })
      .describe('The payer of the fee, and the source of the money.'),
    policy: z
      .object({
        verdict: field(
          z.enum(['ALLOWED', 'NEEDS_APPROVAL', 'REFUSED']),
          'The verdict of the policies of the business and of the project, and of the lists of blocked addresses.',
          'ALLOWED',
        ),
        code: field(
          z.enum(['address_blocked', ...POLICY_CODES]).nullable(),
          'The code that acceptance would return for a refusal.',
          null,
        ),
        reason: field(
          z.string().nullable(),
          'The reason why it is refused, or why a second person must approve it.',
          null,
        ),
      })
      .describe('The decision of the policies.'),
  })
  .meta({ id: 'TransferEstimate', description: 'The cost of a transfer. Nothing is recorded or reserved.' })
export type TransferEstimate = z.infer<typeof transferEstimate>

export const usualTimeInput = z.object({ chainId: z.int().positive().max(2_147_483_647) })

/** The time from acceptance to finality in ms: for half of the transfers, and for 95% of them, at most this. */
export type UsualTime = {
  /** The number of transfers that it is measured on. */
  sample: number
  p50Ms: number
  /** Null for a sample that is too small. */
  p95Ms: number | null
}
