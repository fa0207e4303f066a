import { z } from 'zod'
import { EVENT_KEYS, NETWORK_CODES } from '@/schemas/indexer/words'
import { listMeta } from '@/server/paging'
import { field } from '@/server/text/field'

export const EXAMPLE_ID = '019a6b3e-5b10-7f20-8d11-4c5d6e7f8091'
export const EXAMPLE_CONTRACT = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const EXAMPLE_URL = 'https://example.com/hooks/events'
export const EXAMPLE_HASH = '0x9f2d6c4a1b8e7035c2f4a6d8e0b1c3f5a7d9e1b3c5f7091a2b4c6d8e0f1a3b5c'

export const networkField = field(
  z.enum(NETWORK_CODES),
  'A family of chains: its mainnet, or its testnet if the project is limited to testnets or the platform serves no mainnet of it. On the local stack `SOL` is the devnet.',
  'BASE',
)

export const instant = z.iso.datetime()

const eventTypeView = z
  .object({
    key: field(z.enum(EVENT_KEYS), 'The key for `events` of a subscription.', 'transfer'),
    description: field(z.string(), 'The meaning of the event, and of its `from`, `to` and `amount`.', 'Value moves.'),
    networks: field(z.array(z.enum(['EVM', 'SOLANA'])), 'Families of chains that have it.', ['EVM', 'SOLANA']),
    signatures: z
      .array(
        z.object({
          standard: field(z.string(), 'The standard that defines the event.', 'ERC-20'),
          signature: field(
            z.string(),
            'The declaration of the event in contracts of the standard.',
            'event Transfer(address indexed from, address indexed to, uint256 value)',
          ),
        }),
      )
      .describe('The logs of EVM chains that are delivered under this key; other logs of the same name are not.'),
  })
  .meta({ id: 'IndexerEventType' })
export type EventTypeView = z.infer<typeof eventTypeView>

export const eventTypePage = z
  .object({ data: z.array(eventTypeView).describe('The complete list.'), meta: listMeta })
  .meta({ id: 'IndexerEventTypePage' })

/** Spec 6.2, and three fields in addition. */
export const eventPayload = z
  .object({
    id: field(
      z.string(),
      'The same at every delivery: `<transaction hash>:<log index>`, for each item of a batch with `:<n>` behind it; on Solana `<signature>:<n>`, the instruction’s place among all that the transaction ran.',
      `${EXAMPLE_HASH}:3`,
    ),
    network: field(z.string(), 'The chain family.', 'BASE'),
    contractAddress: field(z.string(), 'The contract that emitted the event.', EXAMPLE_CONTRACT),
    eventType: field(
      z.string(),
      'A key of the catalog, or the name of an event that the subscription declares.',
      'transfer',
    ),
    transactionHash: field(z.string(), 'The transaction; on Solana its signature.', EXAMPLE_HASH),
    blockNumber: field(z.int(), 'The block that contains it; on Solana the slot.', 41_230_117),
    from: field(
      z.string(),
      'The sender; the contract if the event has no sender. On Solana the owner of the token account, or that account; the mint if tokens were minted.',
      '0x0000000000000000000000000000000000000000',
    ),
    to: field(
      z.string(),
      'The recipient; the contract if the event has no recipient. On Solana the owner of the token account, or that account; the mint if tokens were burned.',
      '0x52908400098527886E0F7030069857D2E4169EE7',
    ),
    amount: field(
      z.string(),
      'The amount in base units of the token; `1` for a unique token, `0` if the event has none. For a token with a transfer fee on Solana, the amount that arrived.',
      '2500000',
    ),
    status: field(
      z.enum(['success', 'reverted']),
      '`reverted`: its block is no longer part of the chain, so undo what you did for the event.',
      'success',
    ),
    timestamp: field(z.int(), 'The time of its block, in milliseconds since 1970.', 1_795_259_144_000),
    decoded: field(
      z.record(z.string(), z.unknown()),
      'The values of the event by the names of its inputs; integers as text. On Solana the instruction: token accounts, their owners, the sent amount and the withheld `fee`.',
      {
        from: '0x0000000000000000000000000000000000000000',
        to: '0x52908400098527886E0F7030069857D2E4169EE7',
        value: '2500000',
      },
    ),
    chainId: field(z.int(), 'The chain itself.', 84_532),
    blockHash: field(
      z.string(),
      'The hash of the block.',
      '0x5d0c8f0e4b7a61d2c3e4f5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f80',
    ),
    subscriptionId: field(z.string(), 'The subscription that it is sent for.', EXAMPLE_ID),
  })
  .meta({ id: 'IndexerEvent' })
export type EventPayload = z.infer<typeof eventPayload>
