import { type AbiEvent, getAbiItem } from 'viem'
import {
  accessControlEventsAbi,
  erc20EventsAbi,
  erc173EventsAbi,
  erc721EventsAbi,
  erc1155EventsAbi,
  erc1967EventsAbi,
  pausableEventsAbi,
  uniswapV2EventsAbi,
  uniswapV3EventsAbi,
  wethEventsAbi,
} from '@/contracts/generated/catalog-events'
import type { EventKey } from '@/schemas/indexer/words'

/** One shape of log that the catalog knows. */
export type Layout = {
  standard: string
  event: AbiEvent
  /** The keys under which a log may be delivered, most specific first. */
  keys: readonly EventKey[]
  /** The inputs that hold the sender and the recipient; null for the contract itself. */
  from: string | null
  to: string | null
  /** The input that holds the amount, or a constant amount. */
  amount: { of: string } | { is: '0' | '1' }
  /** Inputs that are lists of equal length. Each item is a separate event, with the items under these names. */
  each?: Readonly<Record<string, string>>
}

const MOVES = ['mint', 'burn', 'transfer'] as const
const PARTIES = { from: 'from', to: 'to' } as const
const NONE = { is: '0' } as const
const role = { standard: 'AccessControl', from: 'sender', to: 'account', amount: NONE } as const
const pausable = { standard: 'Pausable', from: 'account', to: null, amount: NONE } as const

/** Every layout of the catalog. Two layouts with one topic differ in the number of indexed inputs. */
export const LAYOUTS: readonly Layout[] = [
  {
    standard: 'ERC-20',
    event: getAbiItem({ abi: erc20EventsAbi, name: 'Transfer' }),
    keys: MOVES,
    ...PARTIES,
    amount: { of: 'value' },
  },
  {
    standard: 'ERC-721',
    event: getAbiItem({ abi: erc721EventsAbi, name: 'Transfer' }),
    keys: MOVES,
    ...PARTIES,
    amount: { is: '1' },
  },
  {
    standard: 'ERC-1155',
    event: getAbiItem({ abi: erc1155EventsAbi, name: 'TransferSingle' }),
    keys: MOVES,
    ...PARTIES,
    amount: { of: 'value' },
  },
  {
    standard: 'ERC-1155',
    event: getAbiItem({ abi: erc1155EventsAbi, name: 'TransferBatch' }),
    keys: MOVES,
    ...PARTIES,
    amount: { of: 'value' },
    each: { ids: 'id', values: 'value' },
  },
  {
    standard: 'ERC-20',
    event: getAbiItem({ abi: erc20EventsAbi, name: 'Approval' }),
    keys: ['approval'],
    from: 'owner',
    to: 'spender',
    amount: { of: 'value' },
  },
  {
    standard: 'ERC-721',
    event: getAbiItem({ abi: erc721EventsAbi, name: 'Approval' }),
    keys: ['approval'],
    from: 'owner',
    to: 'approved',
    amount: { is: '1' },
  },
  {
    standard: 'ERC-721, ERC-1155',
    event: getAbiItem({ abi: erc721EventsAbi, name: 'ApprovalForAll' }),
    keys: ['approval_for_all'],
    from: 'owner',
    to: 'operator',
    amount: NONE,
  },
  {
    standard: 'ERC-173',
    event: getAbiItem({ abi: erc173EventsAbi, name: 'OwnershipTransferred' }),
    keys: ['ownership_transferred'],
    from: 'previousOwner',
    to: 'newOwner',
    amount: NONE,
  },
  { ...pausable, event: getAbiItem({ abi: pausableEventsAbi, name: 'Paused' }), keys: ['paused'] },
  { ...pausable, event: getAbiItem({ abi: pausableEventsAbi, name: 'Unpaused' }), keys: ['unpaused'] },
  { ...role, event: getAbiItem({ abi: accessControlEventsAbi, name: 'RoleGranted' }), keys: ['role_granted'] },
  { ...role, event: getAbiItem({ abi: accessControlEventsAbi, name: 'RoleRevoked' }), keys: ['role_revoked'] },
  {
    standard: 'ERC-1967',
    event: getAbiItem({ abi: erc1967EventsAbi, name: 'Upgraded' }),
    keys: ['upgraded'],
    from: null,
    to: 'implementation',
    amount: NONE,
  },
  {
    standard: 'WETH',
    event: getAbiItem({ abi: wethEventsAbi, name: 'Deposit' }),
    keys: ['deposit'],
    from: null,
    to: 'dst',
    amount: { of: 'wad' },
  },
  {
    standard: 'WETH',
    event: getAbiItem({ abi: wethEventsAbi, name: 'Withdrawal' }),
    keys: ['withdrawal'],
    from: 'src',
    to: null,
    amount: { of: 'wad' },
  },
  {
    standard: 'Uniswap V2',
    event: getAbiItem({ abi: uniswapV2EventsAbi, name: 'Swap' }),
    keys: ['swap'],
    from: 'sender',
    to: 'to',
    amount: NONE,
  },
  {
    standard: 'Uniswap V3',
    event: getAbiItem({ abi: uniswapV3EventsAbi, name: 'Swap' }),
    keys: ['swap'],
    from: 'sender',
    to: 'recipient',
    amount: NONE,
  },
]
