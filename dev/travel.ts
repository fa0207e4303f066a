import { moveChainTime, readChainTime } from './chains/chain-clock'
import { findRunningStack } from './find-running-stack'
import { MAINNET_CHAIN_ID } from './local-chains'

/** `npm run travel -- <seconds> [chain id]`: moves the clock of one of the running stack's local EVM chains on. */

const USAGE = 'Usage: npm run travel -- <seconds> [chain id]'
/** The chain of the first steps: the sponsored testnet. */
const FIRST = 84532
const MAX_SECONDS = 100 * 366 * 86_400
/**
 * The furthest that a chain may be ahead of our clock: messages that wallets sign for relayers are valid for 30 days by
 * our clock.
 */
const MAX_AHEAD_SECONDS = 29 * 86_400

const [seconds = '', chain = String(FIRST), ...more] = process.argv.slice(2)
if (!/^[1-9]\d{0,9}$/.test(seconds) || !/^\d+$/.test(chain) || more.length > 0) fail(USAGE)
if (Number(seconds) > MAX_SECONDS) fail('A chain is moved on by at most a hundred years.')
const facts = findRunningStack()
if (!facts) fail('No running stack was found: start one with npm start in another terminal.')
const found = facts.evm.find(({ chainId }) => String(chainId) === chain)
if (!found) fail(`Chain ${chain} has no clock here: these have one: ${facts.evm.map((one) => one.chainId).join(', ')}.`)
try {
  const { chainId, rpcUrl } = found
  const ahead = (await readChainTime(rpcUrl)) + Number(seconds) - Date.now() / 1_000
  if (chainId === MAINNET_CHAIN_ID && ahead > MAX_AHEAD_SECONDS)
    fail(`Chain ${chainId} may be 29 days ahead at most: its transactions are signed for 30 days.`)
  const at = new Date((await moveChainTime(rpcUrl, Number(seconds))) * 1_000)
  console.log(`Chain ${chainId} is at ${at.toISOString()}`)
} catch {
  fail(`Chain ${chain} does not answer.`)
}

function fail(text: string): never {
  console.error(text)
  process.exit(1)
}
