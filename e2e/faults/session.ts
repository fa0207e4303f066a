import { z } from 'zod'
import { type ApiClient, createApiClient } from './api-client'
import type { World } from './check/world'
import { type FaultStack, startFaultStack } from './stack/fault-stack'
import { startWebhookReceiver } from './webhook-receiver'

/** A stack with funded wallets and somebody to call it. Scenarios share one until an invariant breaks. */
export type Session = {
  stack: FaultStack
  world: World
  api: ApiClient
  end: (options: { keep: boolean }) => Promise<void>
}

const WALLETS = 20
const FUNDED_UNITS = 1_000_000_000n

export async function openSession(): Promise<Session> {
  const stack = await startFaultStack()
  const receiver = await startWebhookReceiver()
  const api = createApiClient(stack)
  const end = async (options: { keep: boolean }) => {
    receiver.close()
    await api.close()
    await stack.stop(options)
  }
  try {
    const wallets = await makeWallets(api)
    for (const { reader } of stack.chains) {
      await reader.emptyOfGas(wallets)
      await reader.fund(wallets, FUNDED_UNITS)
    }
    const { sql, chains } = stack
    return { stack, api, end, world: { sql, chains, receiver, wallets, fundedUnits: FUNDED_UNITS } }
  } catch (error) {
    await end({ keep: false })
    throw error
  }
}

async function makeWallets(api: ApiClient): Promise<string[]> {
  const body = { chainType: 'EVM', purpose: 'FAULTS', count: WALLETS }
  const answer = await api.post('/v1/wallet/hd/generate', body, `faults-wallets-${Date.now()}`)
  if (answer.status !== 201) throw new Error(`no wallets: ${answer.status} ${answer.text}`)
  const made = z.object({ data: z.array(z.object({ address: z.string() })) }).parse(JSON.parse(answer.text))
  return made.data.map(({ address }) => address)
}
