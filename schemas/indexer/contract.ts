import { z } from 'zod'
import { numericId } from '@/schemas/text/contract'
import {
  givesAnything,
  historyFields,
  listQuery,
  pausedBecauseField,
  secretFields,
  statusField,
  uniqueEvents,
  urlField,
} from '@/schemas/webhooks/destination-fields/contract'
import { DESTINATION_STATUSES } from '@/schemas/webhooks/words'
import { type Counted, listMeta, pageNumber } from '@/server/paging'
import { canonicalAddress } from '@/server/text/canonical-address'
import { field } from '@/server/text/field'
import { parseEventSignature, toDeclaration } from '@/server/text/parse-event-signature'
import { EXAMPLE_CONTRACT, EXAMPLE_ID, EXAMPLE_URL, networkField } from './catalog/contract'
import { foreignEventProblems, isEventKey, NETWORK_CODES } from './words'

const MAX_EVENTS = 50

const eventText = z
  .string()
  .overwrite(toDeclaration)
  .superRefine((text, ctx) => {
    if (isEventKey(text)) return
    const found = parseEventSignature(text)
    if ('problem' in found) ctx.addIssue({ code: 'custom', message: found.problem })
  })
const eventsField = field(
  uniqueEvents(eventText).max(MAX_EVENTS),
  'Keys of the catalog, or events by their declaration: `event Staked(address indexed user, uint256 amount)`, or as their JSON ABI has them, which is stored as a declaration.',
  ['transfer', 'burn'],
)
const webhookUrlField = urlField(EXAMPLE_URL)
const confirmationsField = field(
  numericId,
  'The number of confirmations before events of a block are sent; its own block counts as one. From 1 to the number that makes a block final on its chain, which is the default. With fewer, an event whose block is replaced is sent again with `status` reverted.',
  1,
)

const newSubscription = z.strictObject({
  network: networkField,
  contractAddress: field(
    z.string().trim().min(1).max(100),
    'The contract whose events are sent; on Solana a mint or a token account, which may be created later. A Solana wallet is refused.',
    EXAMPLE_CONTRACT,
  ),
  webhookUrl: webhookUrlField,
  events: eventsField,
  chainId: field(numericId.optional(), 'One chain of the network, for example its testnet.', 84_532),
  confirmations: confirmationsField.optional(),
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
// `shape`: the body of `/v1` refuses unknown fields, and here the portal sends the project with it.
export const createIndexerSubscriptionInput = z.object(newSubscription.shape).superRefine(requireOfNetwork)
export type CreateIndexerSubscriptionInput = z.output<typeof createIndexerSubscriptionBody>

const patch = {
  webhookUrl: webhookUrlField.optional(),
  events: eventsField.optional(),
  status: statusField.optional(),
  confirmations: confirmationsField.optional(),
}
const NOTHING_GIVEN = { message: 'give at least one of webhookUrl, events, status and confirmations' }

export const updateIndexerSubscriptionBody = z.strictObject(patch).refine(givesAnything, NOTHING_GIVEN)
export const indexerSubscriptionRef = z.object({ subscriptionId: z.uuid() })
/** Its failed events since a moment. */
export const indexerRecovery = indexerSubscriptionRef.extend({ since: z.date() })
export const updateIndexerSubscriptionInput = indexerSubscriptionRef
  .extend(patch)
  .refine(({ subscriptionId: _, ...change }) => givesAnything(change), NOTHING_GIVEN)
export type UpdateIndexerSubscriptionInput = z.output<typeof updateIndexerSubscriptionBody>

export const indexerSubscriptionParams = z.strictObject({
  id: field(z.string(), 'The id of the subscription.', EXAMPLE_ID),
})

export const listIndexerSubscriptionsQuery = z.strictObject({
  network: networkField.optional(),
  ...listQuery,
})
export type ListIndexerSubscriptionsInput = z.output<typeof listIndexerSubscriptionsQuery>

/** The filter of the list in the portal. */
export const indexerSubscriptionFilter = z.object({
  network: z.enum(NETWORK_CODES).optional(),
  status: z.enum(DESTINATION_STATUSES).optional(),
  page: pageNumber,
})

/** Spec 2.3, with `chainId`, `pausedBecause` and `undecodableCount` in addition. */
export const indexerSubscriptionView = z
  .object({
    id: field(z.string(), 'The id of the subscription.', EXAMPLE_ID),
    projectId: field(z.string(), 'The project it belongs to.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f'),
    network: field(z.string(), 'The chain family.', 'BASE'),
    chainId: field(z.int(), 'The chain itself.', 84_532),
    contractAddress: field(z.string(), 'The contract whose events are sent.', EXAMPLE_CONTRACT),
    webhookUrl: field(z.string(), 'The URL that receives the events.', EXAMPLE_URL),
    events: field(z.array(z.string()), 'The events, as in the request.', ['transfer', 'burn']),
    status: statusField,
    confirmations: field(
      z.int(),
      'The number of confirmations before events of a block are sent; its own block counts as one.',
      10,
    ),
    pausedBecause: pausedBecauseField,
    createdBy: field(z.string(), 'The person or key that created it.', '019a6b3e-2a10-7b21-8c44-1d2e3f4a5b6c'),
    ...historyFields,
    undecodableCount: field(
      z.int(),
      'The number of logs that have the topic of a requested event and do not match its declaration, because other inputs are indexed or the data differs. They are not sent.',
      0,
    ),
  })
  .meta({ id: 'IndexerSubscription' })
export type IndexerSubscriptionView = z.infer<typeof indexerSubscriptionView>

/** The last read block of a subscription's chain, and its pending events. */
export type SubscriptionReading = {
  readBlock: string
  /** The number of blocks behind the newest one; null while that is not known. */
  lagBlocks: string | null
  lagSeconds: number | null
  /** Further behind than its confirmations explain. */
  isBehind: boolean
  waiting: Counted
}

/** The view with the secret, which is shown once. */
export const newIndexerSubscriptionView = indexerSubscriptionView
  .extend(
    secretFields('The key of `X-Indexer-Signature`: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`.'),
  )
  .meta({ id: 'NewIndexerSubscription' })
export type NewIndexerSubscriptionView = z.infer<typeof newIndexerSubscriptionView>

export const indexerSubscriptionPage = z
  .object({ data: z.array(indexerSubscriptionView).describe('Newest first.'), meta: listMeta })
  .meta({ id: 'IndexerSubscriptionPage' })
