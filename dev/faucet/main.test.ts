import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { createPublicClient, getAddress, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faucetKeypair } from '@/packages/solana-rpc/airdrop'
import { createMints } from '@/packages/solana-rpc/create-mints'
import { type RunningSolana, startSolana } from '@/packages/solana-rpc/start-solana'
import { associatedAddress } from '@/packages/solana-rpc/token-instructions'
import { erc20Abi } from '../../contracts/generated/erc20'
import { bundleProgram } from '../bundle-programs'
import { type RunningAnvil, startAnvil } from '../chains/anvil'
import { deployTokens, FAUCET_PRIVATE_KEY } from '../chains/deploy-tokens'
import { findFreePort } from '../free-port'
import { type StackFacts, writeStackFacts } from '../stack-file'
import { fund as give } from './fund'

// Processes of their own take seconds to begin on a busy machine.
const PROJECT = join(import.meta.dirname, '..', '..')
const SIGN_IN = { email: 'someone@example.com', password: 'secret' }
const ON_84532 = { chainId: 84532 }
const ON_103 = { chainId: 103 }

let home: string
let program: string
let anvil: RunningAnvil
let solana: RunningSolana
let facts: StackFacts

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'slipway-fund-'))
  program = await bundleProgram('dev/faucet/main.ts')
  anvil = await startAnvil({
    ...ON_84532,
    port: await findFreePort(),
    logFile: join(home, 'anvil.log'),
    blockTimeSeconds: 1,
  })
  solana = await startSolana({ port: await findFreePort() })
  const { rpcUrl } = anvil
  const tokens = await deployTokens({ rpcUrl })
  const faucetSecretKey = Buffer.from(faucetKeypair().secretKey).toString('base64')
  facts = {
    baseUrl: 'http://127.0.0.1:1',
    demo: { businessId: '', projectId: '', liveKey: '', testKey: '' },
    signIns: { operator: SIGN_IN, support: SIGN_IN, owner: SIGN_IN, developer: SIGN_IN, viewer: SIGN_IN },
    evm: [{ ...ON_84532, rpcUrl, tokens, faucetPrivateKey: FAUCET_PRIVATE_KEY }],
    solana: [{ ...ON_103, rpcUrl: solana.rpcUrl, tokens: await createMints(solana.rpcUrl), faucetSecretKey }],
    databaseUrl: '',
    jobEngineUrl: '',
    bank: null,
    pids: { start: process.pid },
  }
  writeStackFacts(home, facts)
})
afterAll(async () => {
  await Promise.all([anvil.stop(), solana.stop()])
  rmSync(home, { recursive: true })
})

/** Runs the command as a person would type it, and returns what they see; npm itself adds nothing that counts. */
async function fund(args: readonly string[], from = home): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: PROJECT,
    env: { ...process.env, SLIPWAY_HOME: from },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, out: out.trim(), err: err.trim() }
}

const newAddress = () => privateKeyToAddress(generatePrivateKey())
const newSolanaAddress = () => Keypair.generate().publicKey.toBase58()

async function heldOf(address: string, symbol: string): Promise<bigint> {
  if (address.startsWith('0x')) {
    const client = createPublicClient({ transport: http(anvil.rpcUrl) })
    const token = facts.evm[0]?.tokens.find((each) => each.symbol === symbol)
    if (!token) return client.getBalance({ address: getAddress(address) })
    const call = { address: getAddress(token.address), abi: erc20Abi, functionName: 'balanceOf' } as const
    return client.readContract({ ...call, args: [getAddress(address)] })
  }
  const connection = new Connection(solana.rpcUrl, 'processed')
  const owner = new PublicKey(address)
  const token = facts.solana[0]?.tokens.find((each) => each.symbol === symbol)
  if (!token) return BigInt(await connection.getBalance(owner))
  const mint = { mint: new PublicKey(token.address), programId: new PublicKey(token.programId) }
  const { value } = await connection.getTokenAccountBalance(associatedAddress(owner, mint))
  return BigInt(value.amount)
}

test.each([
  ['cNGN', newAddress(), 84532, 100_500_000n],
  ['ETH', newAddress(), 84532, parseEther('100.5')],
  ['USDC', newSolanaAddress(), 103, 100_500_000n],
  ['SOL', newSolanaAddress(), 103, 100_500_000_000n],
])('%s reach %s on chain %i', async (symbol, address, chainId, units) => {
  // As typed by people: the case of a symbol does not matter.
  expect(await fund([address, '100.5', symbol.toLowerCase()])).toEqual({
    code: 0,
    err: '',
    out: expect.stringMatching(new RegExp(`^100.5 ${symbol} sent to ${address} on chain ${chainId}: \\w{60,}$`)),
  })
  expect(await heldOf(address, symbol)).toBe(units)
})

const TYPO = '0x52908400098527886E0F7030069857D2E4169Ee7'
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
const NEW = newSolanaAddress()

const USAGE = 'Usage: npm run fund -- <address> 100 cNGN|USDC|ETH|SOL [chain id]'
const FIRST = { evm: 84532, solana: 103 }

test.each([
  ['nothing at all', [], USAGE],
  ['a chain without a number', [EVM, '1', 'ETH', 'base'], USAGE],
  ['one argument too many', [EVM, '1', 'ETH', '84532', 'now'], USAGE],
  [
    'an address with a typo',
    [TYPO, '1', 'ETH'],
    `${TYPO} is not an address of this chain: its checksum does not match.`,
  ],
])('%s is refused in one sentence', async (_what, args, err) => {
  expect(await fund(args)).toEqual({ code: 1, out: '', err })
})

test.each([
  ['an address cut short', EVM.slice(0, -1), '1', 'ETH', `${EVM.slice(0, -1)} is not an address of this chain.`],
  ['no address', 'me', '1', 'SOL', 'me is not an address of this chain.'],
  ['a token there is not', EVM, '1', 'DOGE', 'There is no DOGE on chain 84532: it has ETH, cNGN, USDC.'],
  ["another chain's coin", EVM, '1', 'SOL', 'There is no SOL on chain 84532: it has ETH, cNGN, USDC.'],
  ["another chain's coin", NEW, '1', 'ETH', 'There is no ETH on chain 103: it has SOL, cNGN, USDC.'],
  ['zero', EVM, '0', 'ETH', '0 is not an amount such as 100 or 0.5.'],
  ['a word', EVM, 'much', 'ETH', 'much is not an amount such as 100 or 0.5.'],
  ['far too much', NEW, '9'.repeat(90), 'SOL', 'The faucet gives at most 1000000 at a time.'],
  ['less than a unit', EVM, '0.0000001', 'USDC', 'USDC has 6 decimals: 0.0000001 is finer than that.'],
  ['less than a unit', NEW, '0.0000000001', 'SOL', 'SOL has 9 decimals: 0.0000000001 is finer than that.'],
  [
    'more than it has',
    EVM,
    '1000000',
    'ETH',
    /^The faucet has \d+\.\d+ ETH left on chain 84532: that is too little\.$/,
  ],
  ['less than an account lives on', NEW, '0.0001', 'SOL', 'A new Solana account needs at least 0.00089088 SOL.'],
  ['an address tokens cannot go', `0x${'0'.repeat(40)}`, '1', 'USDC', /^Chain 84532 refuses it: [^\n]+\.$/],
])('%s is refused in one sentence: %s, %s %s', async (_what, address, amount, symbol, sentence) => {
  const chainId = address.startsWith('0x') ? FIRST.evm : FIRST.solana
  const refusal = await give(facts, { chainId, address, amount, symbol }).catch((error: Error) => error.message)
  expect(refusal).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
})

test.each([
  ['a token', 'USDC', newAddress(), 84532, 8_000_000n],
  ['coins', 'ETH', newAddress(), 84532, parseEther('8')],
  ['a token', 'USDC', newSolanaAddress(), 103, 8_000_000n],
])('eight equal gifts of %s at once are eight gifts: %s to %s', async (_what, symbol, address, chainId, units) => {
  const gifts = Array.from({ length: 8 }, () => give(facts, { chainId, address, symbol, amount: '1' }))
  const hashes = (await Promise.all(gifts)).map(({ hash }) => hash)
  expect(new Set(hashes).size).toBe(8)
  expect(await heldOf(address, symbol)).toBe(units)
})

test('where no stack runs, or what is left of one does not answer, it says so', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'slipway-fund-'))
  const none = { code: 1, out: '', err: 'No running stack was found: start one with npm start in another terminal.' }
  expect(await fund([EVM, '1', 'ETH'], elsewhere)).toEqual(none)

  const child = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => child.once('exit', resolve))
  writeStackFacts(elsewhere, { ...facts, pids: { start: child.pid ?? 0 } })
  expect(await fund([EVM, '1', 'ETH'], elsewhere)).toEqual(none)

  const rpcUrl = `http://127.0.0.1:${await findFreePort()}`
  const deaf = <T extends { rpcUrl: string }>(chains: T[]) => chains.map((chain) => ({ ...chain, rpcUrl }))
  writeStackFacts(elsewhere, { ...facts, evm: deaf(facts.evm), solana: deaf(facts.solana) })
  expect(await fund([EVM, '1', 'ETH'], elsewhere)).toEqual({ code: 1, out: '', err: 'Chain 84532 does not answer.' })
  expect(await fund([NEW, '1', 'SOL'], elsewhere)).toEqual({ code: 1, out: '', err: 'Chain 103 does not answer.' })
  rmSync(elsewhere, { recursive: true })
})
