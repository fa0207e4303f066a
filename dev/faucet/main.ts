import { readStackFacts } from '../stack-file'
import { fund, symbolsOf } from './fund'

/** `npm run fund -- <address> <amount> <symbol> [chain id]`: coins and tokens of the running stack's local chains. */

const USAGE = 'Usage: npm run fund -- <address> 100 cNGN|USDC|ETH|SOL [chain id]'
/** The chains of the first steps: the sponsored testnet, and devnet. */
const FIRST = { evm: 84532, solana: 103 }

const [address, amount, symbol, chain] = process.argv.slice(2)
const facts = readStackFacts(process.env.SLIPWAY_HOME ?? '.slipway')
if (!address || !amount || !symbol || (chain !== undefined && !/^\d+$/.test(chain))) fail(USAGE)
if (!facts) fail('No running stack was found: start one with npm start in another terminal.')
const chainId = chain === undefined ? (address.startsWith('0x') ? FIRST.evm : FIRST.solana) : Number(chain)
try {
  const known = symbolsOf(facts).find((each) => each.chainId === chainId)?.symbols ?? []
  // `cngn` is as good as `cNGN`.
  const name = known.find((each) => each.toLowerCase() === symbol.toLowerCase()) ?? symbol
  const hash = await fund(facts, { chainId, address, amount, symbol: name })
  console.log(`${amount} ${name} sent to ${address} on chain ${chainId}: ${hash}`)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function fail(text: string): never {
  console.error(text)
  process.exit(1)
}
