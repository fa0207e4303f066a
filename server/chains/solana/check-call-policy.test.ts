import { expect, test } from 'vitest'
import {
  burn,
  createAccount,
  mintTo,
  setFrozen,
  setPaused,
  transferChecked,
} from '@/server/tokens/solana/asset-instructions'
import { mintInstructions } from '@/server/tokens/solana/mint-instructions'
import { mintAddress } from '@/server/tokens/solana/prepare-mint'
import { toBase58 } from './base58'
import { checkCallPolicy } from './check-call-policy'
import { computeBudget } from './compute-budget'
import { decodeMessage } from './decode-message'
import { encodeMessage, type Instruction } from './encode-message'
import { findCallDifference } from './find-call-difference'
import { decodeProgramCall, encodeProgramCall } from './program-call-data'
import { PROGRAMS } from './programs'

const address = (byte: number) => toBase58(new Uint8Array(32).fill(byte))
const [PAYER, ADMIN, OTHER, HOLDER] = [address(1), address(2), address(3), address(4)]
const BLOCKHASH = address(9)
const SEED = 'a'.repeat(32)
const MINT = mintAddress({ admin: ADMIN, seed: SEED })
const acting = { mint: MINT, programId: PROGRAMS.token2022, authority: ADMIN }
const terms = { blockhash: BLOCKHASH, computeUnits: 200_000, microLamportsPerUnit: 0n }
const DEPLOYMENT = { admin: ADMIN, seed: SEED, mint: MINT, name: 'n', symbol: 's', decimals: 6, lamports: 1_000n }
const limits = {
  feePayer: PAYER,
  sender: ADMIN,
  maxFeeLamports: 10_000n,
  rentBudgetLamports: 1_100n,
  rentPerAccountLamports: 100n,
}

function messageOf(instructions: readonly Instruction[]) {
  const own = decodeProgramCall(encodeProgramCall(instructions), PAYER)
  const memo = { program: PROGRAMS.memo, accounts: [], data: Buffer.from('id') }
  const all = [...computeBudget(terms), memo, ...own]
  return decodeMessage(encodeMessage({ payer: PAYER, blockhash: BLOCKHASH, instructions: all }))
}
const objection = (...instructions: Instruction[]) => checkCallPolicy(messageOf(instructions), limits)
const units = 5n

test('what a token is asked for passes', () => {
  expect(objection(...mintInstructions(DEPLOYMENT))).toBeNull()
  expect(
    objection(
      createAccount(acting, HOLDER),
      setFrozen(acting, { owner: HOLDER, isFrozen: false }),
      mintTo(acting, { owner: HOLDER, units }),
      burn(acting, { owner: HOLDER, units }),
      transferChecked(acting, { from: HOLDER, to: ADMIN, units, decimals: 6 }),
      setPaused(acting, true),
    ),
  ).toBeNull()
})

const use = (account: string, isSigner = false) => ({ address: account, isSigner, isWritable: true })
const mint = mintInstructions(DEPLOYMENT)
const [creation, rent] = mint
const TRANSFER = Buffer.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)
const thaw = setFrozen(acting, { owner: HOLDER, isFrozen: false })
const patched = (instruction: Instruction | undefined, at: number, byte: number): Instruction => {
  if (!instruction) throw new Error('no instruction')
  const data = Buffer.from(instruction.data)
  data[at] = byte
  return { ...instruction, data }
}

test.each<[string, Instruction[], string]>([
  [
    'a transfer of lamports of the fee payer',
    [{ program: PROGRAMS.system, accounts: [use('payer', true), use(ADMIN)], data: TRANSFER }, thaw],
    'moves lamports to more than the mint it makes',
  ],
  [
    'a transfer of lamports beside a mint',
    [...mint, { program: PROGRAMS.system, accounts: [use('payer', true), use(ADMIN)], data: TRANSFER }],
    'moves lamports to more than the mint it makes',
  ],
  [
    'the rent of a mint before it is made',
    [rent, creation].flatMap((each) => each ?? []),
    'moves lamports to more than the mint it makes',
  ],
  ['the rent of a mint twice', [...mint, ...(rent ? [rent] : [])], 'pays for more than one mint'],
  [
    "lamports of the sender's",
    [...mint, { program: PROGRAMS.system, accounts: [use(ADMIN, true), use(MINT)], data: TRANSFER }],
    'moves lamports to more than the mint it makes',
  ],
  [
    'more of the system program',
    [{ program: PROGRAMS.system, accounts: [use('payer', true), use(ADMIN)], data: Buffer.alloc(12, 2) }, thaw],
    'calls the system program for more than making a mint',
  ],
  [
    'a mint with more lamports than its rent',
    mintInstructions({ ...DEPLOYMENT, lamports: 1_001n }),
    'costs more than its rent budget',
  ],
  [
    'a mint for more than any mint costs',
    mintInstructions({ ...DEPLOYMENT, lamports: 10_000_001n }),
    'pays for more than one mint',
  ],
  ['two mints', [...mint, ...mint], 'makes more than one mint'],
  ['an account of another program', [patched(creation, 100, 0)], 'makes an account of another program'],
  ['an account of another base', [patched(creation, 4, 7)], 'makes an account of another base than the sender'],
  ['a mint that was there before', mint.slice(2), 'initializes an account that it does not make'],
  [
    "another's authority",
    [
      thaw,
      { ...thaw, accounts: [...thaw.accounts.slice(0, 2), { address: OTHER, isSigner: false, isWritable: false }] },
    ],
    'acts under another authority than the sender',
  ],
  ['a change of authority', [patched(thaw, 0, 6)], 'asks a token program for what is not allowed'],
  ['the closing of an account', [patched(thaw, 0, 9)], 'asks a token program for what is not allowed'],
  [
    'the fee payer as the holder of an account',
    [{ ...thaw, accounts: [use('payer'), ...thaw.accounts.slice(1)] }],
    'uses the fee payer as more than the payer',
  ],
  ['another program', [{ ...thaw, program: OTHER }], 'calls a program that is not allowed'],
])('%s is refused', (_, instructions, reason) => {
  expect(objection(...instructions)).toBe(reason)
})

test('a message is signed only where it says what was stored, to the last right', () => {
  const instructions = decodeProgramCall(encodeProgramCall([createAccount(acting, HOLDER), thaw]), PAYER)
  const call = { intentId: 'id', feePayer: PAYER, fromOwner: ADMIN, instructions }
  const message = messageOf([createAccount(acting, HOLDER), thaw])
  const differs = (changed: Partial<typeof call>, at = terms) =>
    findCallDifference(message, { call: { ...call, ...changed }, terms: at })
  expect(differs({})).toBeNull()
  expect(differs({ intentId: 'other' })).toBe('memo')
  expect(differs({ instructions: instructions.slice(1) })).toBe('number of instructions')
  expect(differs({ instructions: [...instructions].reverse() })).toBe('instruction 0')
  const written = instructions.map((each) => ({
    ...each,
    accounts: each.accounts.map((account) => ({ ...account, isWritable: true })),
  }))
  expect(differs({ instructions: written })).toBe('rights of an account')
  expect(differs({}, { ...terms, computeUnits: 1 })).toBe('compute limit')
  expect(differs({}, { ...terms, blockhash: OTHER })).toBe('blockhash')
})

test('stored instructions have one form', () => {
  const stored = encodeProgramCall([thaw])
  expect(decodeProgramCall(stored, PAYER)).toEqual([{ ...thaw, data: Buffer.from(thaw.data) }])
  expect(() => decodeProgramCall(`${stored}20`, PAYER)).toThrow('is not in its one form')
  expect(() => decodeProgramCall('0x', PAYER)).toThrow('is not a list of instructions')
  expect(() => decodeProgramCall('0x5b5d', PAYER)).toThrow('is not a list of instructions')
})
