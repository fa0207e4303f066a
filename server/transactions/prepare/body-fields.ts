import { z } from 'zod'
import { numericId } from '@/schemas/text/contract'
import { NETWORKS } from '@/schemas/transactions/contract'
import { field } from '@/server/text/field'

/** The field of every request that names a chain. */
export const networkField = field(
  z.enum(NETWORKS).optional(),
  'Solana without `network` and `chainId` means MAINNET, and real money; send TESTNET for devnet. Where the project is limited to testnets it means the testnet, and a mainnet is answered 403 with code `testnets_only`. EVM: must agree with `chainId`.',
  'TESTNET',
)

const chainId = numericId
export const chainIdField = field(
  chainId.optional(),
  'Required for EVM. Solana: 101 is its mainnet, 103 its devnet.',
  84_532,
)
export const evmChainIdField = field(chainId, 'The chain, as EIP-155 numbers it.', 84_532)
export const solanaChainIdField = field(chainId.optional(), '101 is the mainnet, 103 the devnet.', 103)

export const waitField = field(
  z.boolean().default(false),
  'Keeps the request open until the outcome, for at most 60 seconds; after that the response is 202.',
  false,
)
