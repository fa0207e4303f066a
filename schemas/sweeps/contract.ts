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
      'The IANA time zone, summer time included.',
      'Africa/Lagos',
    ),
  })
  .meta({
    id: 'SweepSchedule',
    description:
      'Once a day. An hour that summer time skips is swept right after it, one that comes twice at the first.',
  })

const threshold = field(
  amount,
  "Decimal in the token's major unit: what a sweep moves at least, beside what it leaves in the wallet. On mainnets it must be worth three times the fee of a sweep, where the platform knows the prices.",
  '50',
)
const keep = field(amount, "Decimal in the token's major unit: what a sweep leaves in the wallet.", '0')

const newRule = {
  chainId: field(numericId, 'The chain.', 84_532),
  tokenAddress: field(
    z.string().min(1).max(64).optional(),
    'Contract of a token the platform knows there (Solana: its mint); omit for the native coin.',
    EXAMPLE_TOKEN,
  ),
  purpose: field(
    purpose.optional(),
    'Sweeps the wallets of this purpose that belong to the project. Omit for all of them that no other rule of the project names.',
    'DEPOSITS',
  ),
  toAddress: field(
    z.union([z.string().min(1).max(64), z.int().min(0).max(2_147_483_647)]),
    'The wallet that gets it: its address, or its HD addressIndex.',
    EXAMPLE_ADDRESS,
  ),
  threshold,
  keep: keep.default('0'),
  schedule: schedule.nullable().default(null).describe('The hour of the day; null sweeps when something arrives.'),
}

export const createSweepRuleBody = z.strictObject({ ...newRule, reference: referenceField, metadata: metadataField })
// Not strict, unlike the body of `/v1`: the portal also sends the project.
export const createSweepRuleInput = z.object(newRule)
export type CreateSweepRuleInput = z.output<typeof createSweepRuleBody>

const changes = {
  threshold: threshold.optional(),
  keep: keep.optional(),
  schedule: schedule.nullable().optional().describe('The hour of the day; null sweeps when something arrives.'),
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
      'Named keys are set, or removed by null or an empty text; the others stay.',
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
    toAddress: field(z.string(), 'The wallet that gets it.', EXAMPLE_ADDRESS),
    threshold: field(z.string(), "Decimal in the token's major unit.", '50'),
    keep: field(z.string(), "Decimal in the token's major unit.", '0'),
    schedule: schedule.nullable().describe('The hour of the day; null: when something arrives.'),
    nextRunAt: field(instant.nullable(), 'When a rule with a schedule runs next.', '2026-11-21T21:00:00.000Z'),
    status: field(
      z.enum(SWEEP_RULE_STATUSES),
      'STOPPED after repeated failures: nothing is swept until it is set to ACTIVE.',
      'ACTIVE',
    ),
    stoppedReason: field(z.string().nullable(), 'Why it was stopped; `restored` if a restored backup paused it.', null),
    heldWallets: field(z.int(), 'Wallets that are held after four failures in a row.', 0),
    reference: referenceView,
    metadata: metadataView,
    createdAt: field(instant, 'When it was created.', '2026-11-21T11:05:12.310Z'),
    updatedAt: field(instant, 'When it was last changed.', '2026-11-21T11:05:12.310Z'),
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
    reason: field(z.string(), 'Why it failed.', 'Policy: not an allowed recipient'),
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
