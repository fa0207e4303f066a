import { base58 } from '@scure/base'
import { z } from 'zod'
import { RpcUnavailableError, readResult } from '@/server/chains/rpc'
import { isTokenProgram } from './programs'

/** The first byte of a token program's instruction that contains other instructions. */
const BATCH = 255
/** The header of each part: the number of its accounts, and that of its bytes. */
const HEADER_BYTES = 2

type Part = { content: Uint8Array; accounts: readonly string[] }

type Party = 'source' | 'destination' | 'mint' | 'account' | 'authority' | 'owner'
type Does = 'transfer' | 'mint' | 'burn' | 'open'

/** The effect of a token program's instruction on token accounts; its other effects are ignored. */
export type TokenInstruction = {
  does: Does
  name: Name
  /** The accounts involved; a plain transfer does not name its mint. */
  parties: Partial<Record<Party, string>>
  units: bigint
  /** The fee that is withheld from the recipient; null if the instruction does not state it. */
  feeUnits: bigint | null
}

type Kind = {
  does: Does
  /** The accounts that it must name, in the order of its bytes. */
  parties: readonly Party[]
  /** Its first byte, or the first two. */
  code: readonly number[]
}

const transferOf = (code: readonly number[], parties: readonly Party[]): Kind => ({ does: 'transfer', parties, code })
const CHECKED = ['source', 'mint', 'destination'] as const

/** The instructions of both programs that move, make or destroy tokens, or open an account. */
const KINDS = {
  transfer: transferOf([3], ['source', 'destination']),
  transferChecked: transferOf([12], CHECKED),
  transferCheckedWithFee: transferOf([26, 1], CHECKED),
  mintTo: { does: 'mint', parties: ['mint', 'account'], code: [7] },
  mintToChecked: { does: 'mint', parties: ['mint', 'account'], code: [14] },
  burn: { does: 'burn', parties: ['account', 'mint'], code: [8] },
  burnChecked: { does: 'burn', parties: ['account', 'mint'], code: [15] },
  initializeAccount: { does: 'open', parties: ['account', 'mint'], code: [1] },
  initializeAccount2: { does: 'open', parties: ['account', 'mint'], code: [16] },
  initializeAccount3: { does: 'open', parties: ['account', 'mint'], code: [18] },
} as const satisfies Record<string, Kind>
type Name = keyof typeof KINDS

export const anyInstruction = z.object({
  programId: z.string(),
  /** The parsed instruction, if the node could parse it; a memo is only text. */
  parsed: z.unknown().optional(),
  accounts: z.array(z.string()).optional(),
  data: z.string().optional(),
})
export type AnyInstruction = z.output<typeof anyInstruction>

/**
 * The effects of an instruction on token accounts: as the node parsed it, or else decoded from its bytes. For a batch,
 * the effects of each part. Null means that it changes no token account. Throws RpcUnavailableError if an
 * instruction does not match its name.
 */
export function readTokenInstructions({
  programId,
  parsed,
  accounts,
  data,
}: AnyInstruction): readonly (TokenInstruction | null)[] {
  if (!isTokenProgram(programId)) return []
  if (parsed !== undefined && parsed !== null) return [fromWords(parsed)]
  if (!accounts || data === undefined) return []
  return partsOfBatch({ content: readResult(bytes, data), accounts }).map((part) => fromBytes(part))
}

const bytes = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]*$/)
  .transform((text) => base58.decode(text))
const address = z.string().optional()
const units = z.string().regex(/^\d+$/).transform(BigInt)
const tokenAmount = z.object({ amount: units }).optional()
const words = z.object({ type: z.string(), info: z.unknown() })
const info = z.object({
  source: address,
  destination: address,
  mint: address,
  account: address,
  owner: address,
  authority: address,
  /** The account that represents several signers. */
  multisigAuthority: address,
  mintAuthority: address,
  multisigMintAuthority: address,
  amount: units.optional(),
  tokenAmount,
  feeAmount: tokenAmount,
})

function fromWords(parsed: unknown): TokenInstruction | null {
  const { type, info: given } = readResult(words, parsed)
  if (!isName(type)) return null
  const { amount, tokenAmount: checked, feeAmount, ...reported } = readResult(info, given)
  const authority =
    reported.authority ?? reported.multisigAuthority ?? reported.mintAuthority ?? reported.multisigMintAuthority
  const { source, destination, mint, account, owner } = reported
  return whole(type, {
    parties: { source, destination, mint, account, owner, authority },
    units: checked?.amount ?? amount,
    feeUnits: feeAmount?.amount,
  })
}

const UNITS_BYTES = 8
const KEY_BYTES = 32

function fromBytes({ content, accounts }: ReturnType<typeof partsOfBatch>[number]): TokenInstruction | null {
  const data = Buffer.from(content)
  const name = NAMES.find((one) => KINDS[one].code.every((byte, at) => data[at] === byte))
  if (name === undefined) return null
  const { parties: named, code, does } = KINDS[name]
  const at = code.length
  const parties: TokenInstruction['parties'] = Object.fromEntries(named.map((party, n) => [party, accounts[n]]))
  if (does !== 'open')
    return whole(name, {
      parties: { ...parties, authority: accounts[named.length] },
      units: unitsAt(data, at),
      // The token's decimals are between the two amounts.
      feeUnits: name === 'transferCheckedWithFee' ? unitsAt(data, at + UNITS_BYTES + 1) : undefined,
    })
  const isInData = data.length >= at + KEY_BYTES
  const owner =
    name === 'initializeAccount' ? accounts[2] : isInData ? base58.encode(data.subarray(at, at + KEY_BYTES)) : undefined
  return whole(name, { parties: { ...parties, owner } })
}

function unitsAt(data: Buffer, at: number): bigint | undefined {
  return data.length >= at + UNITS_BYTES ? data.readBigUInt64LE(at) : undefined
}

type Read = { parties: TokenInstruction['parties']; units?: bigint; feeUnits?: bigint }

function whole(name: Name, { parties, units: moved, feeUnits }: Read): TokenInstruction {
  const { does, parties: named } = KINDS[name]
  const missing = named.find((party) => parties[party] === undefined)
  if (missing) throw new RpcUnavailableError(`a node reports a ${name} without its ${missing}`)
  if (does !== 'open' && moved === undefined)
    throw new RpcUnavailableError(`a node reports a ${name} without its amount`)
  return { does, name, parties, units: moved ?? 0n, feeUnits: feeUnits ?? null }
}

const NAMES = Object.keys(KINDS).filter(isName)

function isName(text: string): text is Name {
  return Object.hasOwn(KINDS, text)
}

/**
 * The instructions that a token program runs for one instruction: itself, or the parts of a batch, whose accounts
 * follow each other. Empty if a batch is incomplete. A batch contains no other batch.
 */
function partsOfBatch({ content, accounts }: Part): Part[] {
  if (content[0] !== BATCH) return [{ content, accounts }]
  const parts: Part[] = []
  let [at, account] = [1, 0]
  while (at < content.length) {
    const [count, length] = [content[at], content[at + 1]]
    if (count === undefined || length === undefined) return []
    const [begin, end] = [at + HEADER_BYTES, at + HEADER_BYTES + length]
    if (end > content.length || account + count > accounts.length) return []
    parts.push({ content: content.subarray(begin, end), accounts: accounts.slice(account, account + count) })
    at = end
    account += count
  }
  return parts
}
