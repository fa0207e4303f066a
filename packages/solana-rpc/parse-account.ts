import type { AccountState } from './account-state'
import type { Cluster } from './cluster'
import { readMint, readTokenAccount, TOKEN_PROGRAM, TOKEN_PROGRAMS, toUiAmount } from './token-accounts'
import { decimalsOf } from './token-balances'

const EXTENSION_NAMES: Record<number, string> = {
  1: 'transferFeeConfig',
  2: 'transferFeeAmount',
  3: 'mintCloseAuthority',
  6: 'defaultAccountState',
  7: 'immutableOwner',
  8: 'memoTransfer',
  9: 'nonTransferable',
  10: 'interestBearingConfig',
  12: 'permanentDelegate',
  14: 'transferHook',
  18: 'metadataPointer',
  19: 'tokenMetadata',
}

/** The `jsonParsed` data of token accounts and mints; null for every other account. */
export function parseAccount(cluster: Cluster, { owner, data }: AccountState) {
  if (!TOKEN_PROGRAMS.includes(owner)) return null
  const program = owner === TOKEN_PROGRAM ? 'spl-token' : 'spl-token-2022'
  const parsed = parseToken(cluster, data) ?? parseMint(data)
  return parsed && { program, parsed, space: data.length }
}

function parseToken(cluster: Cluster, data: Uint8Array) {
  const token = readTokenAccount(data)
  const decimals = token && decimalsOf(cluster, token.mint)
  if (!token || decimals === null) return null
  const { mint, owner, state, delegate, closeAuthority, nativeReserve, extensions } = token
  const info = {
    isNative: nativeReserve !== null,
    mint,
    owner,
    state,
    tokenAmount: toUiAmount(token.units, decimals),
    ...(delegate && { delegate: delegate.address, delegatedAmount: toUiAmount(delegate.units, decimals) }),
    ...(closeAuthority && { closeAuthority }),
    ...(nativeReserve !== null && { rentExemptReserve: toUiAmount(nativeReserve, decimals) }),
    ...named(extensions),
  }
  return { type: 'account', info }
}

function parseMint(data: Uint8Array) {
  const mint = readMint(data)
  if (!mint) return null
  const { decimals, freezeAuthority, mintAuthority, supply, extensions } = mint
  const info = {
    decimals,
    freezeAuthority,
    isInitialized: true,
    mintAuthority,
    supply: supply.toString(),
    ...named(extensions),
  }
  return { type: 'mint', info }
}

function named(extensions: number[]) {
  if (extensions.length === 0) return {}
  return { extensions: extensions.map((type) => ({ extension: EXTENSION_NAMES[type] ?? 'unparseableExtension' })) }
}
