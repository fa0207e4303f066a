import { z } from 'zod'
import { ApiError } from '@/server/errors'
import { type Customer, openCustomer } from './customer'
import { openFaucet } from './faucet'
import { planSequence, type Step } from './plan-sequence'
import type { Reported } from './reported'
import { deleteRules } from './sweep-steps'
import { rejectAll, takeStep } from './take-step'
import { startChainNoise } from './weather'

// A separate process: the verbs keep pools and the environment for the life of theirs, and a run may open several
// stacks.
const AT_ONCE = 24

const order = z.object({
  seed: z.number(),
  /** Numbers of the customers, first to last. */
  first: z.number(),
  last: z.number(),
  grounds: z.array(z.object({ chainId: z.number(), rpcUrl: z.string(), cngn: z.string() })).min(1),
})

async function main(): Promise<void> {
  const { seed, first, last, grounds } = order.parse(JSON.parse(process.argv[2] ?? ''))
  const equipped = await Promise.all(grounds.map(async (ground) => ({ ...ground, faucet: await openFaucet(ground) })))
  const customers: Customer[] = []
  for (let number = first; number <= last; number++) {
    const ground = grounds[number % grounds.length]
    if (ground) customers.push(await openCustomer(number, ground))
  }
  const endings = equipped.map((ground) => startChainNoise({ ...ground, seed }))
  const reported: Reported[] = []
  let next = 0
  const worker = async () => {
    for (let one = customers[next++]; one; one = customers[next++]) {
      const faucet = equipped.find(({ chainId }) => chainId === one?.ground.chainId)?.faucet
      if (faucet) reported.push(await play(one, faucet, seed))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await Promise.all(endings.map((end) => end()))
  // More than a pipe takes at once: what is not read yet is lost with the process.
  await new Promise((resolve) => process.stdout.write(`\n${JSON.stringify(reported)}\n`, resolve))
}

async function play(
  customer: Customer,
  faucet: Awaited<ReturnType<typeof openFaucet>>,
  seed: number,
): Promise<Reported> {
  const scene = { customer, faucet, accepted: [] }
  const history: string[] = []
  const faults: string[] = []
  for (const step of planSequence(seed, customer.number)) {
    const outcome = await takeStep(scene, step).catch((error: unknown) => {
      if (!(error instanceof ApiError)) faults.push(`${inWords(step)}: ${String(error)}`)
      return error instanceof ApiError ? `refused: ${error.message}` : String(error)
    })
    history.push(`${inWords(step)}: ${outcome}`)
  }
  await rejectAll(scene)
  await deleteRules(scene)
  const { number, ground, tenant, wallets, vault, loot } = customer
  const addresses = [...wallets, vault].map(({ address }) => address.toLowerCase())
  return { number, chainId: ground.chainId, businessId: tenant.businessId, wallets: addresses, loot, history, faults }
}

function inWords(step: Step): string {
  const { do: name, ...rest } = step
  return `${name} ${JSON.stringify(rest, (_, value) => (typeof value === 'bigint' ? value.toString() : value))}`
}

await main()
process.exit(0)
