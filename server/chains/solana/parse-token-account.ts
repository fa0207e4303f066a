import { toBase58 } from './base58'
import { extensionsOf } from './parse-mint'
import { isTokenProgram } from './programs'
import type { SolanaAccount } from './read-accounts'

type TokenAccount = { mint: string; owner: string; amountUnits: bigint; isFrozen: boolean }

const SIZE = 165
/** After the first 165 bytes, Token-2022 stores the type of an extended account. */
const TYPE_AT = 165
const TYPE_ACCOUNT = 2
const AMOUNT_AT = 64
const STATE_AT = 108
/** A multisig of the token program; nothing else has this size. */
const MULTISIG_BYTES = 355
const UNINITIALIZED = 0
const FROZEN = 2
const MEMO_TRANSFER = 8

/** A token account of either program; null for anything else (a mint, a multisig, another program's account). */
export function parseTokenAccount(account: SolanaAccount): TokenAccount | null {
  const { owner: program, data } = account
  if (!isTokenProgram(program) || data.length < SIZE || data.length === MULTISIG_BYTES) return null
  if (data.length > SIZE && data[TYPE_AT] !== TYPE_ACCOUNT) return null
  const state = data[STATE_AT]
  if (state === undefined || state === UNINITIALIZED) return null
  return {
    mint: toBase58(data.subarray(0, 32)),
    owner: toBase58(data.subarray(32, 64)),
    amountUnits: Buffer.from(data).readBigUInt64LE(AMOUNT_AT),
    isFrozen: state === FROZEN,
  }
}

/** Whether the account accepts transfers only after a memo instruction, an option of Token-2022. */
export function requiresMemo({ data }: Pick<SolanaAccount, 'data'>): boolean {
  return extensionsOf(data).some(({ type, value }) => type === MEMO_TRANSFER && value[0] === 1)
}
