import { z } from 'zod'
import { canonicalAddress } from '@/server/text/canonical-address'
import { lineOfText, numericId, wholeNumber } from '@/server/text/contract'
import { field } from '@/server/text/field'
import { parseEventSignature } from '@/server/text/parse-event-signature'
import { EVENT_KEYS, foreignEventProblems, isEventKey, NETWORK_CODES, SUBSCRIPTION_STATUSES } from './words'

const MAX_EVENTS = 50
const MAX_URL_LENGTH = 2_048
const LARGEST_LIMIT = 200
const EXAMPLE_ID = '019a6b3e-5b10-7f20-8d11-4c5d6e7f8091'
const EXAMPLE_CONTRACT = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const EXAMPLE_URL = 'https://example.com/hooks/events'

const networkField = field(
  z.enum(NETWORK_CODES),
  'A family of chains: its mainnet, or its testnet where the project is limited to testnets or no mainnet of it is served here.',
  'BASE',
)

const eventText = lineOfText.superRefine((text, ctx) => {
  if (isEventKey(text)) return
  const found = parseEventSignature(text)
  if ('problem' in found) ctx.addIssue({ code: 'custom', message: found.problem })
})
const eventsField = field(
  z
    .array(eventText)
    .min(1)
    .max(MAX_EVENTS)
    .superRefine((events, ctx) => {
      const again = events.findIndex((text, n) => events.indexOf(text) < n)
      if (again >= 0) ctx.addIssue({ code: 'custom', path: [again], message: 'is there twice' })
    }),
  'Keys of the catalog, or events by their declaration: `event Staked(address indexed user, uint256 amount)`.',
  ['transfer', 'burn'],
)
const webhookUrlField = field(
  z.string().trim().min(1).max(MAX_URL_LENGTH),
  'Receives the events; https only in production, public hosts only.',
  EXAMPLE_URL,
)
const statusField = field(
  z.enum(SUBSCRIPTION_STATUSES),
  'Paused: what happens meanwhile is counted and not sent.',
  'active',
)

export const createIndexerSubscriptionBody = z
  .strictObject({
    network: networkField,
    contractAddress: field(
      z.string().trim().min(1).max(100),
      'Whose events: a contract; on Solana a mint or a token account.',
      EXAMPLE_CONTRACT,
    ),
    webhookUrl: webhookUrlField,
    events: eventsField,
    chainId: field(numericId.optional(), 'One chain of the network, for its testnet for example.', 84_532),
  })
  .superRefine(({ network, contractAddress, events }, ctx) => {
    const chainType = network === 'SOL' ? 'SOLANA' : 'EVM'
    const family = chainType === 'EVM' ? 'an EVM address (its checksum must match)' : 'a Solana address'
    if (canonicalAddress(chainType, contractAddress) === null)
      ctx.addIssue({ code: 'custom', path: ['contractAddress'], message: `must be ${family}` })
    for (const problem of foreignEventProblems(chainType, events)) {
      const [path = '', message] = problem.split(': ')
      ctx.addIssue({ code: 'custom', path: path.split('.'), message })
    }
  })
export type CreateIndexerSubscriptionInput = z.output<typeof createIndexerSubscriptionBody>

export const updateIndexerSubscriptionBody = z
  .strictObject({
    webhookUrl: webhookUrlField.optional(),
    events: eventsField.optional(),
    status: statusField.optional(),
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'give at least one of webhookUrl, events and status',
  })
export type UpdateIndexerSubscriptionInput = z.output<typeof updateIndexerSubscriptionBody>

export const indexerSubscriptionParams = z.strictObject({
  id: field(z.string(), 'Of the subscription.', EXAMPLE_ID),
})

export const listIndexerSubscriptionsQuery = z.strictObject({
  network: networkField.optional(),
  status: field(z.enum(SUBSCRIPTION_STATUSES).optional(), 'Only in this state.', 'active'),
  page: wholeNumber(1, 1_000_000, 'Which page.', 1),
  limit: wholeNumber(1, LARGEST_LIMIT, 'How many a page holds.', 20),
})
export type ListIndexerSubscriptionsInput = z.output<typeof listIndexerSubscriptionsQuery>

const instant = z.iso.datetime()

/** Spec 2.3; `chainId` is ours. */
export const indexerSubscriptionView = z
  .object({
    id: field(z.string(), 'Names the subscription.', EXAMPLE_ID),
    projectId: field(z.string(), 'Whose it is.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f'),
    network: field(z.string(), 'The family of the chain.', 'BASE'),
    chainId: field(z.int(), 'The chain itself.', 84_532),
    contractAddress: field(z.string(), 'Whose events.', EXAMPLE_CONTRACT),
    webhookUrl: field(z.string(), 'Where they are sent.', EXAMPLE_URL),
    events: field(z.array(z.string()), 'Which of them, as given.', ['transfer', 'burn']),
    status: statusField,
    createdBy: field(z.string(), 'Who made it.', '019a6b3e-2a10-7b21-8c44-1d2e3f4a5b6c'),
    createdAt: field(instant, 'When it was made.', '2026-11-21T11:05:12.310Z'),
    updatedAt: field(instant, 'When it was last changed.', '2026-11-21T11:05:12.310Z'),
    lastDeliveryAt: field(instant.nullable(), 'Of the newest attempt; null before the first.', null),
    deliveredCount: field(z.int(), 'Events that arrived.', 12),
    failedCount: field(z.int(), 'Events that were given up.', 0),
    droppedCount: field(z.int(), 'Events that were never tried: it was paused.', 0),
  })
  .meta({ id: 'IndexerSubscription' })
export type IndexerSubscriptionView = z.infer<typeof indexerSubscriptionView>

/** With what is shown once. */
export const newIndexerSubscriptionView = indexerSubscriptionView
  .extend({
    signingSecret: field(
      z.string(),
      'Key of `X-Indexer-Signature`: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`.',
      'whsec_bm90IGEgc2VjcmV0IG9mIGFueWJvZHksIGp1c3QgdGV4dA==',
    ),
    secretWarning: field(z.string(), 'That it is not shown again.', 'Store this secret now: it is not shown again.'),
  })
  .meta({ id: 'NewIndexerSubscription' })
export type NewIndexerSubscriptionView = z.infer<typeof newIndexerSubscriptionView>

/** How a list says which part of it this is, as all of this area do (spec 4.9). */
export const listMeta = z
  .object({
    total: field(z.int(), 'How many there are in all.', 1),
    page: field(z.int(), 'As asked.', 1),
    limit: field(z.int(), 'As asked.', 20),
    totalPages: field(z.int(), 'How many pages there are.', 1),
  })
  .meta({ id: 'IndexerListMeta', description: 'Which part of the list this is.' })

export const eventTypeView = z
  .object({
    key: field(z.enum(EVENT_KEYS), 'What a subscription names in `events`.', 'transfer'),
    description: field(z.string(), 'What happened, and what `from`, `to` and `amount` say of it.', 'Value moves.'),
    networks: field(z.array(z.enum(['EVM', 'SOLANA'])), 'Families of chains that have it.', ['EVM', 'SOLANA']),
    signatures: z
      .array(
        z.object({
          standard: field(z.string(), 'Where it is written down.', 'ERC-20'),
          signature: field(
            z.string(),
            'The event, as contracts of the standard declare it.',
            'event Transfer(address indexed from, address indexed to, uint256 value)',
          ),
        }),
      )
      .describe('Logs of EVM chains that are delivered under this key; others of the same name are not.'),
  })
  .meta({ id: 'IndexerEventType' })
export type EventTypeView = z.infer<typeof eventTypeView>

export const eventTypePage = z
  .object({ data: z.array(eventTypeView).describe('All of them.'), meta: listMeta })
  .meta({ id: 'IndexerEventTypePage' })

export const indexerSubscriptionPage = z
  .object({ data: z.array(indexerSubscriptionView).describe('Newest first.'), meta: listMeta })
  .meta({ id: 'IndexerSubscriptionPage' })
export type IndexerSubscriptionPage = z.infer<typeof indexerSubscriptionPage>
