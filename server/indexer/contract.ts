import { z } from 'zod'
import { pageNumber } from '@/server/paging'
import { canonicalAddress } from '@/server/text/canonical-address'
import { lineOfText, numericId, wholeNumber } from '@/server/text/contract'
import { field } from '@/server/text/field'
import { parseEventSignature } from '@/server/text/parse-event-signature'
import {
  EVENT_KEYS,
  foreignEventProblems,
  isEventKey,
  LOG_STATUSES,
  NETWORK_CODES,
  PAUSE_CAUSES,
  SUBSCRIPTION_STATUSES,
} from './words'

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

const newSubscription = z.strictObject({
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

/** The address and the events must be such as the network has. */
function requireOfNetwork(
  { network, contractAddress, events }: z.output<typeof newSubscription>,
  ctx: z.RefinementCtx,
): void {
  const chainType = network === 'SOL' ? 'SOLANA' : 'EVM'
  const family = chainType === 'EVM' ? 'an EVM address (its checksum must match)' : 'a Solana address'
  if (canonicalAddress(chainType, contractAddress) === null)
    ctx.addIssue({ code: 'custom', path: ['contractAddress'], message: `must be ${family}` })
  for (const problem of foreignEventProblems(chainType, events)) {
    const [path = '', message] = problem.split(': ')
    ctx.addIssue({ code: 'custom', path: path.split('.'), message })
  }
}

export const createIndexerSubscriptionBody = newSubscription.superRefine(requireOfNetwork)
// `shape`: the body of `/v1` refuses unknown fields, and here the project rides along.
export const createIndexerSubscriptionInput = z.object(newSubscription.shape).superRefine(requireOfNetwork)
export type CreateIndexerSubscriptionInput = z.output<typeof createIndexerSubscriptionBody>

const patch = {
  webhookUrl: webhookUrlField.optional(),
  events: eventsField.optional(),
  status: statusField.optional(),
}
const NOTHING_GIVEN = { message: 'give at least one of webhookUrl, events and status' }

export const updateIndexerSubscriptionBody = z
  .strictObject(patch)
  .refine((given) => Object.values(given).some((value) => value !== undefined), NOTHING_GIVEN)
export const indexerSubscriptionRef = z.object({ subscriptionId: z.uuid() })
export const updateIndexerSubscriptionInput = indexerSubscriptionRef
  .extend(patch)
  .refine(
    ({ webhookUrl, events, status }) => [webhookUrl, events, status].some((value) => value !== undefined),
    NOTHING_GIVEN,
  )
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

/** The same list as the portal asks for it. */
export const indexerSubscriptionFilter = z.object({
  network: z.enum(NETWORK_CODES).optional(),
  status: z.enum(SUBSCRIPTION_STATUSES).optional(),
  page: pageNumber,
})

const instant = z.iso.datetime()

/** Spec 2.3; `chainId` and `pausedBecause` are ours. */
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
    pausedBecause: field(
      z.enum(PAUSE_CAUSES).nullable(),
      'Of a paused one: `asked` by one of you, or by the platform as its receiver is `gone` (it answered 410) or was `failing` for days.',
      null,
    ),
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

const EXAMPLE_HASH = '0x9f2d6c4a1b8e7035c2f4a6d8e0b1c3f5a7d9e1b3c5f7091a2b4c6d8e0f1a3b5c'

/** Spec 6.2; the last three are ours. */
export const eventPayload = z
  .object({
    id: field(
      z.string(),
      'The same at every delivery: `<transaction hash>:<log index>`, for each item of a batch with `:<n>` behind it.',
      `${EXAMPLE_HASH}:3`,
    ),
    network: field(z.string(), 'The family of the chain.', 'BASE'),
    contractAddress: field(z.string(), 'Whose event.', EXAMPLE_CONTRACT),
    eventType: field(
      z.string(),
      'A key of the catalog, or the name of an event asked for by its declaration.',
      'transfer',
    ),
    transactionHash: field(z.string(), 'What it happened in.', EXAMPLE_HASH),
    blockNumber: field(z.int(), 'The block it stands in.', 41_230_117),
    from: field(
      z.string(),
      'Who; the contract where the event names nobody.',
      '0x0000000000000000000000000000000000000000',
    ),
    to: field(
      z.string(),
      'Whom; the contract where the event names nobody.',
      '0x52908400098527886E0F7030069857D2E4169EE7',
    ),
    amount: field(
      z.string(),
      'In base units of the token; `1` for one that is unique, `0` where the event has none.',
      '2500000',
    ),
    status: field(
      z.enum(['success', 'reverted']),
      'Reverted: its block is no longer part of the chain, undo what you did.',
      'success',
    ),
    timestamp: field(z.int(), 'Of its block, in milliseconds since 1970.', 1_795_259_144_000),
    decoded: field(
      z.record(z.string(), z.unknown()),
      'What the event says, by the names of its inputs; integers as text.',
      {
        from: '0x0000000000000000000000000000000000000000',
        to: '0x52908400098527886E0F7030069857D2E4169EE7',
        value: '2500000',
      },
    ),
    chainId: field(z.int(), 'The chain itself.', 84_532),
    blockHash: field(z.string(), 'Of its block.', '0x5d0c8f0e4b7a61d2c3e4f5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f80'),
    subscriptionId: field(z.string(), 'Which subscription it is sent for.', EXAMPLE_ID),
  })
  .meta({ id: 'IndexerEvent' })
export type EventPayload = z.infer<typeof eventPayload>

export const listIndexerLogsQuery = z.strictObject({
  subscriptionId: field(z.string().max(64).optional(), 'Only of this subscription.', EXAMPLE_ID),
  status: field(z.enum(LOG_STATUSES).optional(), 'Only of this outcome.', 'failed'),
  eventType: field(
    z
      .string()
      .regex(/^[A-Za-z_$][\w$]{0,63}$/, 'must be a key of the catalog or the name of an event')
      .optional(),
    'Only of this kind: a key of the catalog, or the name of an event.',
    'transfer',
  ),
  network: networkField.optional(),
  page: wholeNumber(1, 1_000_000, 'Which page.', 1),
  limit: wholeNumber(1, LARGEST_LIMIT, 'How many a page holds.', 20),
})
export type ListIndexerLogsInput = z.output<typeof listIndexerLogsQuery>

/** The same list as the portal asks for it. */
export const indexerLogFilter = z.object({
  subscriptionId: z.uuid().optional(),
  status: z.enum(LOG_STATUSES).optional(),
  eventType: z.string().max(64).optional(),
  network: z.enum(NETWORK_CODES).optional(),
  page: pageNumber,
})
export const indexerLogRef = z.object({ logId: z.uuid() })

const EXAMPLE_LOG_ID = '019a6b3e-8f20-7a31-9b42-5c6d7e8f9012'
export const indexerLogParams = z.strictObject({ logId: field(z.string(), 'Of the log.', EXAMPLE_LOG_ID) })

/** Spec 2.4; `chainId` is ours. */
export const indexerLogView = z
  .object({
    id: field(z.string(), 'Names the attempt.', EXAMPLE_LOG_ID),
    projectId: field(z.string(), 'Whose it is.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f'),
    subscriptionId: field(z.string(), 'Which subscription it was for.', EXAMPLE_ID),
    network: field(z.string(), 'The family of the chain.', 'BASE'),
    chainId: field(z.int(), 'The chain itself.', 84_532),
    contractAddress: field(z.string(), 'Whose event.', EXAMPLE_CONTRACT),
    eventType: field(z.string(), 'A key of the catalog, or the name of an event.', 'transfer'),
    eventId: field(z.string(), 'The `id` of the payload.', `${EXAMPLE_HASH}:3`),
    transactionHash: field(z.string(), 'What it happened in.', EXAMPLE_HASH),
    webhookUrl: field(z.string(), 'Where it was sent.', EXAMPLE_URL),
    status: field(z.enum(LOG_STATUSES), 'Whether a 2xx came back.', 'delivered'),
    httpStatus: field(z.int(), 'What the receiver answered; 0 where nothing did.', 200),
    error: field(z.string().nullable(), 'Why it failed; null where it did not.', null),
    isReplay: field(z.boolean(), 'Whether it was sent once more because somebody asked.', false),
    replayOf: field(
      z.string().nullable(),
      'Of one that was sent once more: the log first written for the event.',
      null,
    ),
    payload: z.record(z.string(), z.unknown()).describe('What was sent.'),
    createdAt: field(instant, 'When it was tried.', '2026-11-21T11:05:44.862Z'),
    updatedAt: field(instant, 'The same: a log does not change.', '2026-11-21T11:05:44.862Z'),
  })
  .meta({ id: 'IndexerLog' })
export type IndexerLogView = z.infer<typeof indexerLogView>

export const indexerLogPage = z
  .object({ data: z.array(indexerLogView).describe('Newest first.'), meta: listMeta })
  .meta({ id: 'IndexerLogPage' })
export type IndexerLogPage = z.infer<typeof indexerLogPage>
