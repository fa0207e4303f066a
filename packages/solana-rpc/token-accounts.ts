import { toBase58 } from './base58'

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const TOKEN_PROGRAMS: readonly string[] = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]

const ACCOUNT_BYTES = 165
const MINT_BYTES = 82
const MULTISIG_BYTES = 355

type TokenAccount = {
  mint: string
  owner: string
  units: bigint
  state: 'initialized' | 'frozen'
  delegate: { address: string; units: bigint } | null
  closeAuthority: string | null
  /** The rent share of wrapped SOL. */
  nativeReserve: bigint | null
  extensions: number[]
}

type Mint = {
  supply: bigint
  decimals: number
  mintAuthority: string | null
  freezeAuthority: string | null
  extensions: number[]
}

/** A token account's bytes (SPL Token or Token-2022, extensions by number), or null. */
export function readTokenAccount(data: Uint8Array): TokenAccount | null {
  if (data.length < ACCOUNT_BYTES || data.length === MULTISIG_BYTES) return null
  if (data.length > ACCOUNT_BYTES && data[ACCOUNT_BYTES] !== 2) return null
  const state = data[108]
  if (state !== 1 && state !== 2) return null
  const view = Buffer.from(data.buffer, data.byteOffset, data.length)
  const option = (at: number) => view.readUInt32LE(at) === 1
  return {
    mint: toBase58(data.slice(0, 32)),
    owner: toBase58(data.slice(32, 64)),
    units: view.readBigUInt64LE(64),
    state: state === 2 ? 'frozen' : 'initialized',
    delegate: option(72) ? { address: toBase58(data.slice(76, 108)), units: view.readBigUInt64LE(121) } : null,
    nativeReserve: option(109) ? view.readBigUInt64LE(113) : null,
    closeAuthority: option(129) ? toBase58(data.slice(133, 165)) : null,
    extensions: readExtensions(view),
  }
}

export function readMint(data: Uint8Array): Mint | null {
  if (data.length !== MINT_BYTES && (data.length <= ACCOUNT_BYTES || data[ACCOUNT_BYTES] !== 1)) return null
  if (data[45] !== 1) return null
  const view = Buffer.from(data.buffer, data.byteOffset, data.length)
  return {
    mintAuthority: view.readUInt32LE(0) === 1 ? toBase58(data.slice(4, 36)) : null,
    supply: view.readBigUInt64LE(36),
    decimals: view.readUInt8(44),
    freezeAuthority: view.readUInt32LE(46) === 1 ? toBase58(data.slice(50, 82)) : null,
    extensions: readExtensions(view),
  }
}

/** Type, length, value entries behind the account type byte. */
function readExtensions(view: Buffer): number[] {
  const types: number[] = []
  for (let offset = ACCOUNT_BYTES + 1; offset + 4 <= view.length; offset += 4 + view.readUInt16LE(offset + 2)) {
    const type = view.readUInt16LE(offset)
    if (type === 0) break
    types.push(type)
  }
  return types
}

/** Amounts as nodes show them: exact text and a float. */
export function toUiAmount(units: bigint, decimals: number) {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = decimals > 0 && fraction ? `${whole}.${fraction}` : whole
  return { amount: units.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}
