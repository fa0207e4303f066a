import { TAKES_FEE } from '@/server/chains/token-texts'
import { isTokenProgram, PROGRAMS, type TokenProgram } from './programs'
import type { SolanaAccount } from './read-accounts'

export type Mint = {
  programId: TokenProgram
  decimals: number
  /** The size of a new associated account of this mint, which determines its rent. */
  accountBytes: number
  /** The reason why a plain transfer of this token would be wrong; null if it can. */
  problem: string | null
}

const MINT_BYTES = 82
const ACCOUNT_BYTES = 165
const DECIMALS_AT = 44
const INITIALIZED_AT = 45
const TYPE_AT = 165
const TYPE_MINT = 1
/** A multisig of the token program; nothing else has this size. */
const MULTISIG_BYTES = 355
/** Two bytes of type and two of length before each extension. */
const TLV_HEAD = 4

/**
 * A mint of either program, or null for anything else. Token-2022 extensions decide whether a transfer can be done
 * right; what each means is in docs/solana.md. An extension that is not known here is a problem.
 */
export function parseMint({ owner, data }: SolanaAccount): Mint | null {
  if (!isTokenProgram(owner) || data[INITIALIZED_AT] !== 1) return null
  const decimals = data[DECIMALS_AT] ?? 0
  if (owner === PROGRAMS.token) {
    return data.length === MINT_BYTES
      ? { programId: owner, decimals, accountBytes: ACCOUNT_BYTES, problem: null }
      : null
  }
  if (data.length !== MINT_BYTES && (data[TYPE_AT] !== TYPE_MINT || data.length === MULTISIG_BYTES)) return null
  let problem: string | null = null
  // The associated-account program makes the owner of every Token-2022 account immutable: one extension without
  // content.
  let accountBytes = ACCOUNT_BYTES + 1 + TLV_HEAD
  for (const { type, value } of extensionsOf(data)) {
    const rule = EXTENSIONS.get(type)
    accountBytes += rule?.accountBytes ?? 0
    problem ??= rule ? rule.problem(value) : `has an extension this service does not know (${type})`
  }
  return { programId: owner, decimals, accountBytes, problem }
}

type Extension = { type: number; value: Buffer }

/** The extensions of a Token-2022 mint, in their order. */
export function extensionsOf(data: Uint8Array): Extension[] {
  const bytes = Buffer.from(data)
  const found: Extension[] = []
  for (let at = TYPE_AT + 1; at + TLV_HEAD <= bytes.length; ) {
    const type = bytes.readUInt16LE(at)
    const length = bytes.readUInt16LE(at + 2)
    if (type === 0) break
    found.push({ type, value: bytes.subarray(at + TLV_HEAD, at + TLV_HEAD + length) })
    at += TLV_HEAD + length
  }
  return found
}

type Rule = { problem: (value: Buffer) => string | null; accountBytes?: number }

const harmless: Rule = { problem: () => null }

const EXTENSIONS = new Map<number, Rule>([
  // Older and newer fee: epoch 8, maximum 8, basis points 2 each, behind two authorities and the withheld amount.
  [
    1,
    {
      problem: (value) => (feeBasisPoints(value).some((points) => points > 0) ? TAKES_FEE : null),
      accountBytes: TLV_HEAD + 8,
    },
  ],
  [3, harmless], // close authority
  [4, harmless], // confidential transfers: the public balance moves as ever
  [6, harmless], // default account state: a frozen account shows in the simulation
  [9, { problem: () => 'cannot be transferred', accountBytes: TLV_HEAD }],
  [10, { problem: () => 'bears interest, so that its amounts differ from its units' }],
  [12, harmless], // permanent delegate
  [
    14,
    {
      problem: (value) =>
        value.subarray(32, 64).some((byte) => byte !== 0) ? 'runs another program on each transfer' : null,
      accountBytes: TLV_HEAD + 1,
    },
  ],
  [16, harmless], // confidential part of the fee, which is judged above
  [18, harmless], // metadata pointer
  [19, harmless], // metadata
  [20, harmless], // group pointer
  [21, harmless], // group
  [22, harmless], // group member pointer
  [23, harmless], // group member
  [24, { problem: () => 'keeps its balances confidential' }],
  [25, { problem: () => 'scales its amounts, so that they differ from its units' }],
  [
    26,
    {
      problem: (value) => (value[32] === 1 ? 'is paused by its issuer' : null),
      accountBytes: TLV_HEAD,
    },
  ],
])

function feeBasisPoints(value: Buffer): number[] {
  return value.length < 108 ? [1] : [value.readUInt16LE(88), value.readUInt16LE(106)]
}
