import { toBase58 } from './base58'
import type { Cluster } from './cluster'
import type { Instruction } from './read-transaction'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, toUiAmount } from './token-accounts'
import { decimalsOf } from './token-balances'

type Parsed = { type: string; info: Record<string, unknown> } | string
type Input = { data: Buffer; account: (index: number) => string; count: number; cluster: Cluster }

const SYSTEM = '11111111111111111111111111111111'
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const MEMOS = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo']

const PROGRAMS: Record<string, { name: string; parse: (input: Input) => Parsed | null }> = {
  [SYSTEM]: { name: 'system', parse: parseSystem },
  [TOKEN_PROGRAM]: { name: 'spl-token', parse: parseToken },
  [TOKEN_2022_PROGRAM]: { name: 'spl-token-2022', parse: parseToken },
  [ASSOCIATED]: { name: 'spl-associated-token-account', parse: parseAssociated },
}

/**
 * An instruction in `jsonParsed` form: parsed for system, token, associated account and memo, else with its accounts
 * named.
 */
export function parseInstruction(
  cluster: Cluster,
  { instruction, accounts, stackHeight }: { instruction: Instruction; accounts: string[]; stackHeight: number },
) {
  const programId = accounts[instruction.programIdIndex] ?? ''
  const data = Buffer.from(instruction.data)
  if (MEMOS.includes(programId)) return { parsed: data.toString('utf8'), program: 'spl-memo', programId, stackHeight }
  const account = (index: number) => accounts[instruction.accounts[index] ?? -1] ?? ''
  const program = PROGRAMS[programId]
  const parsed = program?.parse({ data, account, count: instruction.accounts.length, cluster })
  if (program && parsed) return { parsed, program: program.name, programId, stackHeight }
  return {
    accounts: instruction.accounts.map((index) => accounts[index] ?? ''),
    data: toBase58(instruction.data),
    programId,
    stackHeight,
  }
}

function parseSystem({ data, account }: Input): Parsed | null {
  if (data.length < 4) return null
  const kind = data.readUInt32LE(0)
  if (kind === 2 && data.length >= 12) {
    const lamports = Number(data.readBigUInt64LE(4))
    return { type: 'transfer', info: { source: account(0), destination: account(1), lamports } }
  }
  if (kind === 0 && data.length >= 52) {
    const lamports = Number(data.readBigUInt64LE(4))
    const space = Number(data.readBigUInt64LE(12))
    const owner = toBase58(data.subarray(20, 52))
    return { type: 'createAccount', info: { source: account(0), newAccount: account(1), lamports, space, owner } }
  }
  if (kind === 4) {
    const info = { nonceAccount: account(0), recentBlockhashesSysvar: account(1), nonceAuthority: account(2) }
    return { type: 'advanceNonce', info }
  }
  return null
}

function parseToken({ data, account, count, cluster }: Input): Parsed | null {
  const kind = data[0]
  if (kind === 3 && data.length >= 9 && count === 3) {
    const amount = data.readBigUInt64LE(1).toString()
    return { type: 'transfer', info: { source: account(0), destination: account(1), authority: account(2), amount } }
  }
  if (kind === 12 && data.length >= 10 && count === 4) {
    const tokenAmount = toUiAmount(data.readBigUInt64LE(1), data.readUInt8(9))
    const info = { source: account(0), mint: account(1), destination: account(2), authority: account(3), tokenAmount }
    return { type: 'transferChecked', info }
  }
  if (kind === 7 && data.length >= 9 && decimalsOf(cluster, account(0)) !== null) {
    const amount = data.readBigUInt64LE(1).toString()
    return { type: 'mintTo', info: { mint: account(0), account: account(1), mintAuthority: account(2), amount } }
  }
  if (kind === 18 && data.length >= 33) {
    const info = { account: account(0), mint: account(1), owner: toBase58(data.subarray(1, 33)) }
    return { type: 'initializeAccount3', info }
  }
  if (kind === 20 && data.length >= 35) {
    const info = { mint: account(0), decimals: data.readUInt8(1), mintAuthority: toBase58(data.subarray(2, 34)) }
    return { type: 'initializeMint2', info }
  }
  if (kind === 22) return { type: 'initializeImmutableOwner', info: { account: account(0) } }
  return null
}

function parseAssociated({ data, account, count }: Input): Parsed | null {
  if (count < 6 || (data.length > 0 && data[0] !== 0 && data[0] !== 1)) return null
  const info = {
    source: account(0),
    account: account(1),
    wallet: account(2),
    mint: account(3),
    systemProgram: account(4),
    tokenProgram: account(5),
  }
  return { type: data[0] === 1 ? 'createIdempotent' : 'create', info }
}
