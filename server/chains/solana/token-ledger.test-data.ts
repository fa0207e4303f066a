import { base58 } from '@scure/base'
import fc from 'fast-check'
import { PROGRAMS } from './programs'

/** An address whose bytes are its name. */
export function addressOf(name: string): string {
  return base58.encode(Uint8Array.from(Buffer.alloc(32, name)))
}

export const signatureOf = (n: number) => base58.encode(Uint8Array.from(Buffer.alloc(64, `signature ${n} `)))

type Token = { mint: string; program: string; fee: { points: bigint; most: bigint } | null }
export const TOKENS = {
  old: { mint: addressOf('old mint'), program: PROGRAMS.token, fee: null },
  newer: { mint: addressOf('newer mint'), program: PROGRAMS.token2022, fee: null },
  charged: { mint: addressOf('charged mint'), program: PROGRAMS.token2022, fee: { points: 250n, most: 40n } },
} satisfies Record<string, Token>
const DECIMALS = 6

/** An entry of the ledger in this file. */
export type Entry = {
  kind: 'transfer' | 'mint' | 'burn'
  instruction: string
  mint: string
  source: string | null
  destination: string | null
  units: bigint
  feeUnits: bigint
  /** Its position among all instructions that the transaction ran. */
  ordinal: number
}

export type Movement = {
  token: keyof typeof TOKENS
  what: 'transfer' | 'transferChecked' | 'transferCheckedWithFee' | 'mintTo' | 'mintToChecked' | 'burn' | 'burnChecked'
  from: number
  to: number
  units: bigint
  /** Called by another program. */
  isInner: boolean
  /** The node does not parse it. */
  isRaw: boolean
}

export const anyMovement: fc.Arbitrary<Movement> = fc
  .record({
    token: fc.constantFrom('old' as const, 'newer' as const, 'charged' as const),
    what: fc.constantFrom(
      ...(['transfer', 'transferChecked', 'transferCheckedWithFee'] as const),
      ...(['mintTo', 'mintToChecked', 'burn', 'burnChecked'] as const),
    ),
    from: fc.nat(2),
    to: fc.nat(2),
    units: fc.bigInt({ min: 0n, max: 5_000n }),
    isInner: fc.boolean(),
    isRaw: fc.boolean(),
  })
  // Neither exists on a chain: a token with a fee takes no plain transfer, one without takes none that names a fee.
  .filter(({ token, what }) => what !== (token === 'charged' ? 'transfer' : 'transferCheckedWithFee'))

const FOREIGN = addressOf('another program')
const ownerOf = (account: string) => `owner of ${account}`
export const accountOf = (token: keyof typeof TOKENS, n: number) => addressOf(`${token} account ${n}`)

/** The fee that the chain withholds: rounded up, and limited to the token's maximum. */
function feeOn({ fee }: Token, units: bigint): bigint {
  if (!fee) return 0n
  const exact = (units * fee.points + 9_999n) / 10_000n
  return exact < fee.most ? exact : fee.most
}

/**
 * A transaction as a node reports it, and a ledger of its effects. Accounts with an empty balance before are opened in
 * it and are in no balance before; those with an empty balance after and `closed` are in none after.
 */
export function writeTransaction(
  movements: readonly Movement[],
  { signature = signatureOf(1), start = 0n, isClosed = false, err = null }: Partial<Terms> = {},
) {
  const balances = new Map<string, { token: Token; before: bigint; after: bigint }>()
  const of = (token: keyof typeof TOKENS, n: number) => {
    const account = accountOf(token, n)
    const known = balances.get(account) ?? { token: TOKENS[token], before: start, after: start }
    balances.set(account, known)
    return { account, known }
  }
  const entries: Entry[] = []
  const outer: object[] = []
  const inner: { index: number; instructions: object[] }[] = []
  let ran = 0
  /** Returns its position. An inner instruction is the second one that its caller calls. */
  const run = (instruction: object, isInner: boolean): number => {
    ran += isInner ? 3 : 1
    if (!isInner) outer.push(instruction)
    if (!isInner) return ran - 1
    const memo = { parsed: 'words', program: 'spl-memo', programId: PROGRAMS.memo }
    inner.push({ index: outer.length, instructions: [memo, instruction] })
    outer.push({ programId: FOREIGN, accounts: [], data: '' })
    return ran - 1
  }
  for (const movement of movements) {
    const { entry, instruction } = doMovement(movement, of)
    entries.push({ ...entry, ordinal: run(instruction, movement.isInner) })
  }
  const opened = start === 0n ? [...balances].map(([account, { token }]) => openingOf(account, token)) : []
  const shifted = inner.map(({ index, instructions }) => ({ index: index + opened.length, instructions }))
  const keys = [
    ...Object.values(PROGRAMS),
    FOREIGN,
    ...Object.values(TOKENS).map(({ mint }) => mint),
    ...balances.keys(),
  ]
  const reportedAs = (which: 'before' | 'after') =>
    [...balances].map(([account, { token, ...held }]) => ({
      accountIndex: keys.indexOf(account),
      mint: token.mint,
      owner: ownerOf(account),
      programId: token.program,
      uiTokenAmount: { amount: String(held[which]), decimals: DECIMALS, uiAmount: null, uiAmountString: '' },
    }))
  const after = reportedAs('after')
  const transaction = {
    transaction: {
      signatures: [signature],
      message: { accountKeys: keys.map((pubkey) => ({ pubkey })), instructions: [...opened, ...outer] },
    },
    meta: {
      err,
      innerInstructions: shifted,
      preTokenBalances: start === 0n ? [] : reportedAs('before'),
      postTokenBalances: isClosed ? after.filter(({ uiTokenAmount }) => uiTokenAmount.amount !== '0') : after,
      // Logs are not read, because nodes cut them off.
      logMessages: ['Program log: Instruction: Transfer', 'Log truncated'],
    },
    version: 0,
  }
  const changes = new Map([...balances].map(([account, { before, after: now }]) => [account, now - before]))
  const placed = entries.map((entry) => ({ ...entry, ordinal: entry.ordinal + opened.length }))
  return { transaction, entries: placed, changes }
}
type Terms = { signature: string; start: bigint; isClosed: boolean; err: unknown }

type Done = Omit<Entry, 'ordinal'>
type Of = (token: keyof typeof TOKENS, n: number) => { account: string; known: { after: bigint } }

function doMovement({ token, what, from, to, units: wanted, isRaw }: Movement, of: Of) {
  const { mint, program } = TOKENS[token]
  const isMint = what.startsWith('mint')
  const isBurn = what.startsWith('burn')
  const source = isMint ? null : of(token, from)
  const destination = isBurn ? null : of(token, to)
  // A move is limited to the balance.
  const units = source && source.known.after < wanted ? source.known.after : wanted
  const isToItself = source?.account === destination?.account
  const feeUnits = isMint || isBurn || isToItself ? 0n : feeOn(TOKENS[token], units)
  if (source) source.known.after -= units
  if (destination) destination.known.after += units - feeUnits
  const kind = isMint ? 'mint' : isBurn ? 'burn' : 'transfer'
  const parties = { source: source?.account ?? null, destination: destination?.account ?? null }
  const entry: Done = { kind, instruction: what, mint, ...parties, units, feeUnits }
  // The instruction names the fee that would be charged, even if none is.
  const named = { ...entry, feeUnits: feeOn(TOKENS[token], units) }
  return { entry, instruction: isRaw ? inBytes(program, named) : inWords(program, named) }
}

const AUTHORITY = addressOf('authority')

function inWords(programId: string, { kind, instruction, mint, source, destination, units, feeUnits }: Done): object {
  const ui = (value: bigint) => ({ amount: String(value), decimals: DECIMALS, uiAmountString: '' })
  const isChecked = instruction.includes('Checked')
  const amount = isChecked ? { tokenAmount: ui(units) } : { amount: String(units) }
  const fee = instruction === 'transferCheckedWithFee' ? { feeAmount: ui(feeUnits) } : {}
  const parties =
    kind === 'transfer'
      ? { source, destination, multisigAuthority: AUTHORITY, signers: [], ...(isChecked && { mint }) }
      : { mint, account: source ?? destination, [kind === 'mint' ? 'mintAuthority' : 'authority']: AUTHORITY }
  const info = { ...parties, ...amount, ...fee }
  return { programId, program: 'spl-token', parsed: { type: instruction, info }, stackHeight: null }
}

const CODES: Record<string, number[]> = {
  ...{ transfer: [3], transferChecked: [12], transferCheckedWithFee: [26, 1] },
  ...{ mintTo: [7], mintToChecked: [14], burn: [8], burnChecked: [15] },
}

function inBytes(programId: string, { kind, instruction, mint, source, destination, units, feeUnits }: Done): object {
  const u64 = (value: bigint) => [...new Uint8Array(new BigUint64Array([value]).buffer)]
  const isChecked = instruction.includes('Checked')
  const moved = [source, ...(isChecked ? [mint] : []), destination]
  const accounts = kind === 'transfer' ? moved : kind === 'mint' ? [mint, destination] : [source, mint]
  const data = [
    ...(CODES[instruction] ?? []),
    ...u64(units),
    ...(isChecked ? [DECIMALS] : []),
    ...(instruction === 'transferCheckedWithFee' ? u64(feeUnits) : []),
  ]
  return { programId, accounts: [...accounts, AUTHORITY], data: base58.encode(Uint8Array.from(data)) }
}

function openingOf(account: string, { mint, program }: Token): object {
  const info = { account, mint, owner: ownerOf(account) }
  return { programId: program, program: 'spl-token', parsed: { type: 'initializeAccount3', info } }
}
