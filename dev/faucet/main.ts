import { findRunningStack } from '../find-running-stack'
import { fund } from './fund'

/** `npm run fund -- <address> <amount> <symbol> [chain id]`: coins and tokens of the running stack's local chains. */

const USAGE = 'Usage: npm run fund -- <address> 100 cNGN|USDC|ETH|SOL [chain id]'
/** The chains of the first steps: the sponsored testnet, and devnet. */
const FIRST = { evm: 84532, solana: 103 }

const [address, amount, symbol, chain, ...more] = process.argv.slice(2)
if (!address || !amount || !symbol || (chain !== undefined && !/^\d+$/.test(chain)) || more.length > 0) fail(USAGE)
const facts = findRunningStack()
if (!facts) fail('No running stack was found: start one with npm start in another terminal.')
const chainId = chain === undefined ? (address.startsWith('0x') ? FIRST.evm : FIRST.solana) : Number(chain)
try {
  const { hash, symbol: name } = await fund(facts, { chainId, address, amount, symbol })
  console.log(`${amount} ${name} sent to ${address} on chain ${chainId}: ${hash}`)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function fail(text: string): never {
  console.error(text)
  process.exit(1)
}
