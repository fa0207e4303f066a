import { z } from 'zod'
import { isTimeZone, timeOfDay } from '@/schemas/channels/contract'
import { integerField, lineOfText, numericId } from '@/schemas/text/contract'
import { chainTypeField } from '@/schemas/transactions/contract'
import { listMeta, MAX_LIMIT, pageNumber } from '@/server/paging'
import { field } from '@/server/text/field'
import {
  metadataChange,
  metadataField,
  metadataFilter,
  metadataView,
  referenceField,
  referenceView,
} from '@/server/text/tags'
import { SWEEP_RULE_STATUSES, type SWEEP_TRIGGERS, type SWEEP_WALLET_STATES } from './words'

const EXAMPLE_ID = '019a6b3e-9d11-7b55-9d62-3c7f0c9e2b72'
const EXAMPLE_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const EXAMPLE_TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

const amount = z.string().min(1).max(160)
const purpose = lineOfText.min(1).max(64)

const schedule = z
  .strictObject({
    at: field(timeOfDay, 'The hour and minute.', '22:00'),
    timeZone: field(
      z.string().min(1).max(60).refine(isTimeZone, 'must be a time zone such as Africa/Lagos').default('UTC'),
      'The IANA time zone, including daylight saving time.',
      'Africa/Lagos',
    ),
  })
  .meta({
    id: 'SweepSchedule',
    description:
      'The time of a daily sweep. If daylight saving time skips the hour, the sweep follows right after it; if the hour occurs twice, it runs the first time.',
  })

const threshold = field(
  amount,
  "The minimum amount that a sweep moves, in addition to the amount that it leaves in the wallet, as a decimal in the token's major unit. On mainnets it must be worth three times the fee of a sweep, if the platform knows the prices.",
  '50',
)
const keep = field(amount, "The amount that a sweep leaves in the wallet, as a decimal in the token's major unit.", '0')

const newRule = {
  chainId: field(numericId, 'The chain.', 84_532),
  tokenAddress: field(
    z.string().min(1).max(64).optional(),
    'The contract of a supported token (Solana: its mint); omit it for the native coin.',
    EXAMPLE_TOKEN,
  ),
  purpose: field(
    purpose.optional(),
    'Sweeps the wallets of the project with this purpose. Omit it for all wallets whose purpose no other rule of the project names.',
    'DEPOSITS',
  ),
  toAddress: field(
    z.union([z.string().min(1).max(64), z.int().min(0).max(2_147_483_647)]),
    'The wallet that receives the money: its address, or its HD addressIndex.',
    EXAMPLE_ADDRESS,
  ),
  threshold,
  keep: keep.default('0'),
  schedule: schedule
    .nullable()
    .default(null)
    .describe('The hour of the day; null sweeps after each confirmed deposit.'),
}

export const createSweepRuleBody = z.strictObject({ ...newRule, reference: referenceField, metadata: metadataField })
// Not strict, unlike the body of `/v1`: the portal also sends the project.
export const createSweepRuleInput = z.object(newRule)
export type CreateSweepRuleInput = z.output<typeof createSweepRuleBody>

const changes = {
  threshold: threshold.optional(),
  keep: keep.optional(),
  schedule: schedule.nullable().optional().describe('The hour of the day; null sweeps after each confirmed deposit.'),
  status: field(
    z.enum(['ACTIVE', 'PAUSED']).optional(),
    'ACTIVE resumes a rule that was paused or stopped, and its held wallets.',
    'PAUSED',
  ),
}
const NOTHING_GIVEN = { message: 'give at least one of threshold, keep, schedule, status and metadata' }

export const updateSweepRuleBody = z
  .strictObject({
    ...changes,
    metadata: field(
      metadataChange.optional(),
      'Given keys are set, or removed by null or an empty text. Other keys do not change.',
      { book: 'treasury' },
    ),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), NOTHING_GIVEN)
export const sweepRuleRef = z.object({ ruleId: z.uuid() })
export const updateSweepRuleInput = sweepRuleRef
  .extend(changes)
  .refine(
    ({ threshold, keep, schedule, status }) => [threshold, keep, schedule, status].some((value) => value !== undefined),
    NOTHING_GIVEN,
  )
export type UpdateSweepRuleInput = z.output<typeof updateSweepRuleBody>

export const sweepRuleParams = z.strictObject({ id: field(z.string(), 'The id of the rule.', EXAMPLE_ID) })

export const listSweepRulesQuery = z.strictObject({
  status: field(z.enum(SWEEP_RULE_STATUSES).optional(), 'Filters by status.', 'ACTIVE'),
  metadata: metadataFilter,
  page: integerField(1, 1_000_000, 'The page number.', 1),
  limit: integerField(1, MAX_LIMIT, 'Items per page.', 20),
})
export type ListSweepRulesInput = z.output<typeof listSweepRulesQuery>
/** The filter of the list in the portal. */
export const sweepRuleFilter = z.object({ metadata: metadataFilter, page: pageNumber })

const instant = z.iso.datetime()

export const sweepRuleView = z
  .object({
    id: field(z.string(), 'The id of the rule.', EXAMPLE_ID),
    projectId: field(z.string(), 'The project whose wallets it sweeps.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f'),
    chainType: chainTypeField,
    chainId: field(z.int(), 'The chain.', 84_532),
    tokenAddress: field(z.string().optional(), 'The token; absent for the native coin.', EXAMPLE_TOKEN),
    symbol: field(z.string(), 'The symbol of the token or coin.', 'cNGN'),
    purpose: field(z.string().nullable(), 'The purpose of the wallets; null for all others.', 'DEPOSITS'),
    toAddress: field(z.string(), 'The wallet that receives the money.', EXAMPLE_ADDRESS),
    threshold: field(z.string(), "The amount, as a decimal in the token's major unit.", '50'),
    keep: field(z.string(), "The amount, as a decimal in the token's major unit.", '0'),
    schedule: schedule.nullable().describe('The hour of the day; null if it sweeps after each confirmed deposit.'),
    nextRunAt: field(
      instant.nullable(),
      'The time of the next run of a rule with a schedule.',
      '2026-11-21T21:00:00.000Z',
    ),
    status: field(
      z.enum(SWEEP_RULE_STATUSES),
      'STOPPED after repeated failures: nothing is swept until it is set to ACTIVE.',
      'ACTIVE',
    ),
    stoppedReason: field(
      z.string().nullable(),
      'The reason why it was stopped; `restored` if a restored backup paused it.',
      null,
    ),
    heldWallets: field(z.int(), 'The number of wallets that are held after four consecutive failures.', 0),
    reference: referenceView,
    metadata: metadataView,
    createdAt: field(instant, 'The time at which it was created.', '2026-11-21T11:05:12.310Z'),
    updatedAt: field(instant, 'The time of its last change.', '2026-11-21T11:05:12.310Z'),
  })
  .meta({ id: 'SweepRule' })
export type SweepRuleView = z.infer<typeof sweepRuleView>

export const sweepRulePage = z
  .object({ data: z.array(sweepRuleView).describe('Newest first.'), meta: listMeta })
  .meta({ id: 'SweepRulePage' })

/** The content of an event about a wallet that is no longer swept, or about a stopped rule. */
export const sweepStoppedView = z
  .object({
    rule: sweepRuleView,
    address: field(z.string(), 'The wallet whose sweep failed last.', EXAMPLE_ADDRESS),
    reason: field(z.string(), 'The reason why it failed.', 'Policy: not an allowed recipient'),
  })
  .meta({ id: 'SweepStopped' })
export type SweepStoppedView = z.infer<typeof sweepStoppedView>

/** A wallet that a rule processes, in the portal. */
export type SweepWalletView = {
  walletId: string
  address: string
  state: (typeof SWEEP_WALLET_STATES)[number]
  trigger: (typeof SWEEP_TRIGGERS)[number]
  dueAt: string
  failures: number
  reason: string | null
}
