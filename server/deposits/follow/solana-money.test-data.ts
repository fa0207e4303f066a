import { PROGRAMS } from '@/server/chains/solana/programs'
import { addressOf, signatureOf } from '@/server/chains/solana/token-ledger.test-data'
import { TokenChain } from '@/server/indexer/follow/token-chain.test-data'

const MINTS = {
  USDC: { mint: addressOf('usd mint'), program: PROGRAMS.token, points: 0n },
  /** A part of each transfer is withheld. */
  cNGN: { mint: addressOf('charged mint'), program: PROGRAMS.token2022, points: 100n },
  WSOL: { mint: 'So11111111111111111111111111111111111111112', program: PROGRAMS.token, points: 0n },
}
export const KNOWN = [
  { symbol: 'USDC', address: MINTS.USDC.mint, decimals: 6 },
  { symbol: 'cNGN', address: MINTS.cNGN.mint, decimals: 6 },
]
const FOREIGN = addressOf('another program')
export const OUTSIDER = addressOf('outsider')
const START = 1_000_000_000n
const FEE = 5_000n
const RENT = 2_039_280n

type Moves = { from: string; to: string; units: bigint; isInner?: boolean }
export type MoneyMovement =
  | ({ do: 'coins' } & Moves)
  | ({ do: 'tokens'; of: keyof typeof MINTS; nth?: number; isFeeSaid?: boolean } & Moves)
  | { do: 'mint'; of: 'USDC' | 'cNGN'; to: string; units: bigint }
  /** Wrapped coins go back to what they were, and the account's rent with them. */
  | { do: 'close'; owner: string; to: string; units: bigint }
  /** A program does it, and no instruction says so. */
  | { do: 'silent'; of: 'USDC' | null; to: string; units: bigint }
  /** An account with tokens in it is handed over. */
  | { do: 'hand over'; from: string; to: string; units: bigint }

type Held = { account: string; mint: string; before: bigint | null; after: bigint | null; owners: [string, string] }
type Terms = { payer?: string; err?: unknown }

/** A cluster whose transactions move coins and tokens between owners. */
export class SolanaMoneyChain extends TokenChain {
  #signed = 1_000

  pay(movements: readonly MoneyMovement[], { payer = OUTSIDER, err = null }: Terms = {}) {
    const signature = signatureOf(++this.#signed)
    return { signature, entries: [], transaction: write(movements, { signature, payer, err }) }
  }
}

/** A transaction as a node reports it. Each participant has some of every asset before. */
function write(
  movements: readonly MoneyMovement[],
  { signature, payer, err }: Required<Terms> & { signature: string },
) {
  const coins = new Map<string, bigint>([[payer, -FEE]])
  const held = new Map<string, Held>()
  const outer: object[] = []
  const inner: { index: number; instructions: object[] }[] = []
  const gain = (address: string, units: bigint) => coins.set(address, (coins.get(address) ?? 0n) + units)
  const hold = (of: keyof typeof MINTS, owner: string, nth = 0): Held => {
    const account = addressOf(`${of} ${nth} ${owner.slice(0, 16)}`)
    const known = held.get(account) ?? {
      ...{ account, mint: MINTS[of].mint },
      ...{ before: START, after: START },
      owners: [owner, owner],
    }
    held.set(account, known)
    gain(account, 0n)
    return known
  }
  const add = (one: Held, units: bigint) => {
    one.after = (one.after ?? 0n) + units
  }
  const run = (instruction: object, isInner = false) => {
    if (isInner) inner.push({ index: outer.length, instructions: [instruction] })
    outer.push(isInner ? { programId: FOREIGN, accounts: [], data: '' } : instruction)
  }
  const says = (programId: string, type: string, info: object) => ({
    programId,
    program: 'any',
    parsed: { type, info },
  })
  const ui = (units: bigint) => ({ amount: String(units), decimals: 6, uiAmountString: '' })
  for (const movement of movements) {
    if (movement.do === 'coins') {
      gain(movement.from, -movement.units)
      gain(movement.to, movement.units)
      const info = { source: movement.from, destination: movement.to, lamports: Number(movement.units) }
      run(says(PROGRAMS.system, 'transfer', info), movement.isInner)
    }
    if (movement.do === 'tokens') {
      const { mint, program, points } = MINTS[movement.of]
      const [from, to] = [hold(movement.of, movement.from), hold(movement.of, movement.to, movement.nth)]
      const fee = (movement.units * points) / 10_000n
      add(from, -movement.units)
      add(to, from === to ? movement.units : movement.units - fee)
      const parties = { source: from.account, destination: to.account, mint, authority: movement.from }
      const info = { ...parties, tokenAmount: ui(movement.units), ...(movement.isFeeSaid && { feeAmount: ui(fee) }) }
      run(says(program, movement.isFeeSaid ? 'transferCheckedWithFee' : 'transferChecked', info), movement.isInner)
    }
    if (movement.do === 'mint') {
      const to = hold(movement.of, movement.to)
      add(to, movement.units)
      const { mint, program } = MINTS[movement.of]
      run(
        says(program, 'mintTo', { mint, account: to.account, mintAuthority: FOREIGN, amount: String(movement.units) }),
      )
    }
    if (movement.do === 'close') {
      const one = hold('WSOL', movement.owner, 1)
      Object.assign(one, { before: movement.units, after: null })
      gain(one.account, -movement.units - RENT)
      gain(movement.to, movement.units + RENT)
      run(
        says(PROGRAMS.token, 'closeAccount', { account: one.account, destination: movement.to, owner: movement.owner }),
      )
    }
    if (movement.do === 'silent') {
      if (movement.of) add(hold(movement.of, movement.to), movement.units)
      else gain(movement.to, movement.units)
      run({ programId: movement.of ? PROGRAMS.token : FOREIGN, accounts: [], data: '' })
    }
    if (movement.do === 'hand over') {
      const one = hold('USDC', movement.from, 7)
      Object.assign(one, { before: movement.units, after: movement.units, owners: [movement.from, movement.to] })
      run(
        says(PROGRAMS.token, 'setAuthority', {
          account: one.account,
          authority: movement.from,
          newAuthority: movement.to,
        }),
      )
    }
  }
  const others = [...coins.keys()].filter((address) => address !== payer)
  const keys = [payer, ...others, PROGRAMS.system, PROGRAMS.token, PROGRAMS.token2022, FOREIGN]
  const balances = (which: 'before' | 'after') =>
    [...held.values()].flatMap(({ account, mint, owners, ...one }) => {
      const units = one[which]
      if (units === null) return []
      const owner = owners[which === 'before' ? 0 : 1]
      return [{ accountIndex: keys.indexOf(account), mint, owner, uiTokenAmount: ui(units) }]
    })
  const lamports = (which: 'before' | 'after') =>
    keys.map((key) => Number(100n * START + (which === 'after' ? (coins.get(key) ?? 0n) : 0n)))
  const reported = {
    transaction: {
      signatures: [signature],
      message: { accountKeys: keys.map((pubkey) => ({ pubkey })), instructions: outer },
    },
    meta: {
      ...{ err, fee: Number(FEE), innerInstructions: inner },
      ...{ preBalances: lamports('before'), postBalances: lamports('after') },
      ...{ preTokenBalances: balances('before'), postTokenBalances: balances('after') },
    },
    version: 0,
  }
  return reported
}
